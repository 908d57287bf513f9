import type { Keyring } from '../../../kernel/keyring.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { compareNames, type NameComparison } from '../../names/compare-names.ts'
import type { BusinessStatus } from '../business.ts'

/** The items of the file, in the order of the checklist. */
export const goLiveItems = [
  'company',
  'people',
  'documents',
  'account',
  'volumes',
  'agreement',
  'consent',
] as const
export type GoLiveItem = (typeof goLiveItems)[number]

/** What each item is called, for people. */
export const itemNames: Readonly<Record<GoLiveItem, string>> = {
  company: 'Company',
  people: 'Directors and owners',
  documents: 'Documents',
  account: 'Bank account',
  volumes: 'Expected volumes',
  agreement: 'Agreement',
  consent: "Vendor's consent",
}

/** The version of the agreement that a business accepts today. A changed text gets a new version. */
export const AGREEMENT_VERSION = '2026-11'

export const personRoles = ['director', 'owner', 'director_and_owner'] as const
/** The first three are required. */
export const documentKinds = ['registration', 'status_report', 'address', 'vendor_consent', 'other'] as const

export type FilePerson = Readonly<{
  name: string
  role: (typeof personRoles)[number]
  /** 10,000 is all of the business. */
  share_bps: number
  /** The reference of the check of the BVN or NIN, and never the number itself. */
  identity_reference: string
}>
type FileDocument = Readonly<{ kind: (typeof documentKinds)[number]; name: string; sha256: string }>

/** What members filled in, as it is stored. Amounts are kobo in decimal. The times and names of persons are ours and not theirs. */
export type FilledItems = Readonly<{
  company?: Readonly<{ legal_name: string; rc_number: string }>
  people?: readonly FilePerson[]
  documents?: readonly FileDocument[]
  volumes?: Readonly<{ monthly_minor: string; largest_minor: string }>
  agreement?: Readonly<{ version: string; by: string; at: string }>
  consent?: Readonly<{ vendor: string; reference: string; by: string; at: string }>
}>

export type GoLiveFile = FilledItems &
  Readonly<{
    account?: Readonly<{
      bank_code: string
      bank_name: string
      account_number: string
      /** The name that the bank answered. */
      account_name: string
      answered_at: string
    }>
  }>

export type ToFix = Readonly<{ item: GoLiveItem; words: string }>

type Submission = Readonly<{
  version: number
  digest: string
  submittedAt: Date
  submittedBy: string
  /** Null while two operators have not refused it. */
  refusal: Readonly<{ at: Date; toFix: readonly ToFix[] }> | null
}>

export type GoLiveRecord = Readonly<{
  status: BusinessStatus
  tier: number | null
  dailyLimitMinor: bigint | null
  file: GoLiveFile
  lacks: readonly GoLiveItem[]
  /** The newest one. */
  submission: Submission | undefined
}>

export const goLiveStates = ['draft', 'submitted', 'refused', 'approved', 'suspended'] as const
export type GoLiveState = (typeof goLiveStates)[number]

export function stateOf({ status, submission }: Pick<GoLiveRecord, 'status' | 'submission'>): GoLiveState {
  if (status === 'suspended') return 'suspended'
  if (status === 'active') return 'approved'
  if (submission === undefined) return 'draft'
  return submission.refusal === null ? 'submitted' : 'refused'
}

/** Compares the name that the bank answered with the legal name. */
export function accountMatch({ company, account }: GoLiveFile): NameComparison {
  if (company === undefined || account === undefined) return 'unknown'
  return compareNames(company.legal_name, account.account_name)
}

/** Returns the items that are not complete. An account in another name proves nothing about the business. */
export function incompleteItems({
  file,
  lacks,
}: Pick<GoLiveRecord, 'file' | 'lacks'>): readonly GoLiveItem[] {
  const isOther = accountMatch(file) === 'different'
  return goLiveItems.filter((item) => lacks.includes(item) || (item === 'account' && isOther))
}

/** Reads a number of the Corporate Affairs Commission as people type it: "RC 1234567", "bn1234567", "1234567". */
export function parseRegistration(text: string): string {
  const [, prefix = '', digits] = /^\s*(rc|bn|it)?[\s/:.-]*([0-9]{4,8})\s*$/i.exec(text) ?? []
  if (digits === undefined) {
    throw new Refusal(
      'field_invalid',
      `"${text}" is not a registration number. Type it as on your certificate: RC, BN or IT and 4 to 8 digits, such as RC1234567.`,
    )
  }
  return `${prefix === '' ? 'RC' : prefix.toUpperCase()}${digits}`
}

/** Refuses people who own more than all of the business, and a BVN or NIN in place of the reference of its check. */
export function requireSoundPeople(people: readonly FilePerson[]): readonly FilePerson[] {
  const total = people.reduce((sum, { share_bps: share }) => sum + share, 0)
  if (total > 10_000) {
    throw new Refusal('field_invalid', 'The shares add up to more than 100%. Correct the shares.')
  }
  const numbered = people.find(({ identity_reference: text }) =>
    /^[0-9]{11}$/.test(text.replace(/[\s-]/g, '')),
  )
  if (numbered !== undefined) {
    throw new Refusal(
      'field_invalid',
      `The reference of ${numbered.name} looks like a BVN or NIN. Do not send us the number. Send the reference of its check.`,
    )
  }
  return people
}

/** Encrypts the identity references of people, and the names and hashes of documents, bound to their business and person or kind. */
export function sealItems(keys: Keyring, businessId: string, items: FilledItems): FilledItems {
  return mapIdentities(items, businessId, keys.sealText)
}

/** Decrypts what sealItems encrypted. */
export function openFile(keys: Keyring, businessId: string, file: GoLiveFile): GoLiveFile {
  return mapIdentities(file, businessId, keys.openText)
}

function mapIdentities<File extends FilledItems>(
  file: File,
  businessId: string,
  change: (row: string, text: string) => string,
): File {
  return {
    ...file,
    ...(file.people && {
      people: file.people.map((person) => ({
        ...person,
        identity_reference: change(`go_live:${businessId}:person:${person.name}`, person.identity_reference),
      })),
    }),
    ...(file.documents && {
      documents: file.documents.map((document) => ({
        ...document,
        name: change(`go_live:${businessId}:name:${document.kind}`, document.name),
        sha256: change(`go_live:${businessId}:sha256:${document.kind}`, document.sha256),
      })),
    }),
  }
}
