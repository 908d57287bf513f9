import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { answerWithPasskey, askPeople, createPasskey, sayProblem } from './ask-people.ts'
import { CardPage } from './card-page.tsx'
import { Rights } from './settings/role-choice.tsx'
import { wordsOf } from './words.ts'

type Invitation = Readonly<{
  business_name: string
  invited_by: string
  email: string
  role: string
  may: readonly string[]
  has_account: boolean
}>

/** Lets an invited person join. The token follows #, so that no server has it in its log. */
export function JoinPage() {
  const [token] = useState(() => location.hash.slice(1))
  const { data, error } = useQuery({
    queryKey: ['join', token],
    queryFn: async () => askPeople<{ invitation: Invitation }>('/account/v1/join/read', { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined)
    return (
      <CardPage title="Your invitation">
        {error === null ? <Skeleton rows={3} /> : <Problem>{error.message}</Problem>}
      </CardPage>
    )
  const { invitation } = data
  return (
    <CardPage
      title={`Join ${invitation.business_name}`}
      lead={`${invitation.invited_by} invites ${invitation.email}.`}
    >
      <div className="mb-4 rounded-small bg-sunken p-3">
        <Rights name={`As ${wordsOf(invitation.role).toLowerCase()} you may`} list={invitation.may} />
      </div>
      <JoinForm token={token} invitation={invitation} />
    </CardPage>
  )
}

type Joined = Readonly<{ link_tag: string }>

function JoinForm({ token, invitation }: Readonly<{ token: string; invitation: Invitation }>) {
  const [name, setName] = useState('')
  const [isKnown, setIsKnown] = useState(invitation.has_account)
  const join = useMutation({
    mutationFn: async () => (isKnown ? joinWithPasskey(token) : joinAsNew(token, name)),
    // A whole load forgets everything of a session before.
    onSuccess: ({ link_tag: tag }) => location.assign(`/dashboard/${tag}/test`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    join.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {!isKnown && (
        <Field
          label="Your name"
          autoComplete="name"
          required
          hint="Your colleagues see it next to your actions."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {join.error !== null && <Problem>{sayProblem(join.error)}</Problem>}
      <Button type="submit" look="primary" className="h-11" disabled={join.isPending || join.isSuccess}>
        <KeyRound size={16} aria-hidden />
        {join.isPending
          ? 'Waiting for your passkey'
          : isKnown
            ? 'Join with your passkey'
            : 'Create a passkey and join'}
      </Button>
      <p className="text-caption text-muted">
        {isKnown
          ? `Use the passkey of your account ${invitation.email}.`
          : 'A passkey is your fingerprint, face or PIN. There is no password to forget or to steal.'}{' '}
        {!invitation.has_account && (
          <button
            type="button"
            className="font-medium text-brand underline underline-offset-2"
            onClick={() => setIsKnown(!isKnown)}
          >
            {isKnown ? 'I have no passkey here' : 'I have a passkey here'}
          </button>
        )}
      </p>
    </form>
  )
}

async function joinAsNew(token: string, name: string): Promise<Joined> {
  const { join_id: id, options } = await askPeople<{
    join_id: string
    options: PublicKeyCredentialCreationOptionsJSON
  }>('/account/v1/join/options', { token, name })
  const credential = await createPasskey(options)
  return askPeople<Joined>('/account/v1/join', { token, name, join_id: id, credential })
}

async function joinWithPasskey(token: string): Promise<Joined> {
  const { options } = await askPeople<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    '/people/v1/sessions/options',
    'nothing',
  )
  const credential = await answerWithPasskey(options)
  return askPeople<Joined>('/account/v1/join/accept', { token, credential })
}
