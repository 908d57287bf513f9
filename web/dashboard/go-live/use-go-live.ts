import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tenant } from '../ask-api.ts'
import { askPeople } from '../ask-people.ts'

export type ItemName = 'company' | 'people' | 'documents' | 'account' | 'volumes' | 'agreement' | 'consent'
/** The parts of the file, as the pages call them. */
export const itemNames: Readonly<Record<ItemName, string>> = {
  company: 'Company',
  people: 'Directors and owners',
  documents: 'Documents',
  account: 'Bank account',
  volumes: 'Expected volumes',
  agreement: 'Agreement',
  consent: "Vendor's consent",
}
export type PersonRole = 'director' | 'owner' | 'director_and_owner'
export type DocumentKind = 'registration' | 'status_report' | 'address' | 'vendor_consent' | 'other'

/** Whole numbers arrive as text, like every number. */
export type FilePerson = Readonly<{
  name: string
  role: PersonRole
  share_bps: string
  identity_reference: string
}>
export type FileDocument = Readonly<{ kind: DocumentKind; name: string; sha256: string }>

export type GoLive = Readonly<{
  state: 'draft' | 'submitted' | 'refused' | 'approved' | 'suspended'
  items: ReadonlyArray<Readonly<{ item: ItemName; is_complete: boolean }>>
  company: Readonly<{ legal_name: string; rc_number: string }> | null
  people: readonly FilePerson[]
  documents: readonly FileDocument[]
  account: Readonly<{
    bank_name: string
    account_number: string
    account_name: string
    name_match: 'match' | 'near' | 'different' | 'unknown'
    answered_at: string
  }> | null
  volumes: Readonly<{ monthly_volume: string; largest_payment: string }> | null
  agreement: Readonly<{ version: string; by: string; at: string }> | null
  agreement_version: string
  consent: Readonly<{ vendor: string; reference: string; by: string; at: string }> | null
  submission: Readonly<{
    version: string
    digest: string
    submitted_at: string
    submitted_by: string
    refused_at: string | null
    to_fix: ReadonlyArray<Readonly<{ item: ItemName; words: string }>>
  }> | null
  tier: string | null
  daily_limit: string | null
}>

type Reply = Readonly<{ go_live: GoLive }>

const keyOf = ({ businessId }: Tenant) => ['go-live', businessId]
const pathOf = ({ businessId }: Tenant) => `/account/v1/businesses/${businessId}/go-live`
const WAITING_MS = 15_000

/** The file of a business. While two people decide about it, it is read again every 15 seconds. */
export function goLiveQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: keyOf(tenant),
    queryFn: async () => (await askPeople<Reply>(pathOf(tenant))).go_live,
    refetchInterval: ({ state }) => (state.data?.state === 'submitted' ? WAITING_MS : false),
  })
}

/** Sends a part of the file, and shows what was stored. */
export function useGoLiveRequest(tenant: Tenant, path: '' | '/account' | '/submit' = '') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: object | 'nothing') =>
      (await askPeople<Reply>(`${pathOf(tenant)}${path}`, body)).go_live,
    onSuccess: (file) => client.setQueryData(keyOf(tenant), file),
  })
}

export type FormProps = Readonly<{ tenant: Tenant; file: GoLive; close: () => void }>
