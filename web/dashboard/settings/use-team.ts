import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tenant } from '../ask-api.ts'
import { answerWithPasskey, askPeople } from '../ask-people.ts'

export type Role = 'owner' | 'administrator' | 'finance' | 'developer' | 'viewer'
export type Member = Readonly<{
  member_id: string
  name: string
  email: string
  is_email_confirmed: boolean
  role: Role
  joined_at: string
}>
export type Invitation = Readonly<{
  invitation_id: string
  email: string
  role: Role
  invited_by: string
  created_at: string
  expires_at: string
}>
export type RoleRights = Readonly<{ role: Role; may: readonly string[] }>
type Team = Readonly<{
  members: readonly Member[]
  invitations: readonly Invitation[]
  roles: readonly RoleRights[]
}>

/** What a person wants to change in the team. */
export type WantedChange =
  | Readonly<{ action: 'invite'; email: string; role: Role }>
  | Readonly<{ action: 'change_role'; member_id: string; role: Role }>
  | Readonly<{ action: 'end'; member_id: string }>
  | Readonly<{ action: 'cancel'; invitation_id: string }>

export function teamQuery({ businessId }: Tenant) {
  return queryOptions({
    queryKey: ['team', businessId],
    queryFn: async () => askPeople<Team>(`/account/v1/businesses/${businessId}/members`),
  })
}

/** Only these roles change the team. The server refuses the others too. */
export const mayManageTeam = (role: string): boolean => ['owner', 'administrator'].includes(role)

/** Sends a change after the person confirmed it with a passkey: the passkey signs exactly this change. */
export function useTeamChange({ businessId }: Tenant) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: WantedChange) =>
      signChange(`/account/v1/businesses/${businessId}/members`, wanted),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['team', businessId] })
      await client.invalidateQueries({ queryKey: ['account'] })
    },
  })
}

/** Ends the person's own access. */
export function useLeave({ businessId }: Tenant) {
  return useMutation({
    mutationFn: async () => signChange(`/account/v1/businesses/${businessId}/leave`),
  })
}

export async function signChange(path: string, wanted?: object): Promise<{ message: string }> {
  const { change_id: id, options } = await askPeople<{
    change_id: string
    options: PublicKeyCredentialRequestOptionsJSON
  }>(`${path}/options`, wanted ?? 'nothing')
  const credential = await answerWithPasskey(options)
  return askPeople(path, { ...wanted, change_id: id, credential })
}
