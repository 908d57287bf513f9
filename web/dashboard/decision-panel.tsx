import type { Case, CaseDecisionRequest } from '@afara/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { Dialog } from '../shared/ui/dialog.tsx'
import { Money } from '../shared/ui/money.tsx'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { askApi, askDecision, type Tenant } from './ask-api.ts'
import { sayProblem } from './ask-people.ts'
import { koboOf, untilOf } from './words.ts'

type Offered = Case['choices'][number]
/** What members choose. Only a key names another account or wallet, so the API does not offer these to them. */
type Choice = Exclude<CaseDecisionRequest['choice'], 'beneficiary' | 'wallet'>

const isForMembers = (one: Offered): one is Offered & Readonly<{ choice: Choice }> =>
  one.choice !== 'beneficiary' && one.choice !== 'wallet'

const PAY_ANOTHER = 'To pay another account, send it back, then order a payment. '
const USE_ANOTHER = 'To use another wallet, name it with an API key. '

/** What a member does instead, by the code of a question that another account or wallet would answer. */
const instead: Readonly<Record<string, string>> = {
  name_differs: PAY_ANOTHER,
  account_not_found: PAY_ANOTHER,
  payout_failed: PAY_ANOTHER,
  wallet_blocked: USE_ANOTHER,
  network_closed: USE_ANOTHER,
}

const verbs: Readonly<Record<Choice, string>> = {
  accept: 'Accept',
  return: 'Send it back',
  confirm_name: 'The name is right',
  retry: 'Pay again',
}

/** The people whose decision counts. The others see the question. */
const deciders: ReadonlySet<string> = new Set(['owner', 'administrator', 'finance'])

function caseQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: [tenant.businessId, tenant.mode, 'case', id],
    queryFn: async () => askApi<{ case: Case }>(tenant, `/cases/v1/${id}`),
    refetchInterval: 5_000,
  })
}

/** What the business is asked: each choice with what it moves, until when, and what happens if nobody decides. */
export function DecisionPanel({ tenant, caseId }: Readonly<{ tenant: Tenant; caseId: string }>) {
  const { data, error } = useQuery(caseQuery(tenant, caseId))
  const [chosen, setChosen] = useState<Choice>()
  if (error !== null) return <Problem>{error.message}</Problem>
  if (data === undefined) return <Skeleton rows={3} />
  const { case: one } = data
  if (one.state !== 'open') return null
  const mayDecide = deciders.has(tenant.role)
  return (
    <section aria-label="Your decision" className="overflow-hidden rounded-panel border border-warn">
      <header className="bg-warn-soft px-4 py-3">
        <h2 className="text-body font-semibold">You decide</h2>
        <p className="text-small">
          {one.message} We hold <Money kobo={koboOf(one.received)} /> of <Money kobo={koboOf(one.amount)} />.
          {one.bank_initials !== undefined && ` The bank has the initials ${one.bank_initials}.`}
        </p>
      </header>
      <ul>
        {one.choices.filter(isForMembers).map(({ choice, message, amount }) => (
          <li
            key={choice}
            className="flex flex-col gap-2 border-t px-4 py-3 middle:flex-row middle:items-center middle:justify-between middle:gap-4"
          >
            <span className="min-w-0 text-small">
              <span className="block font-medium">
                <Money kobo={koboOf(amount)} />
              </span>
              <span className="text-muted">{message}</span>
            </span>
            {mayDecide && <Button onClick={() => setChosen(choice)}>{verbs[choice]}</Button>}
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-3 text-caption text-muted">
        {instead[one.code]}
        Until {untilOf(one.due_at)}. {one.default_message}
        {!mayDecide && ' Ask an owner, an administrator or finance to decide.'}
      </p>
      {chosen !== undefined && (
        <DecideDialog tenant={tenant} one={one} choice={chosen} close={() => setChosen(undefined)} />
      )}
    </section>
  )
}

function DecideDialog({
  tenant,
  one,
  choice,
  close,
}: Readonly<{ tenant: Tenant; one: Case; choice: Choice; close: () => void }>) {
  const client = useQueryClient()
  const offered = one.choices.find((each) => each.choice === choice)
  const decide = useMutation({
    mutationFn: async () =>
      askDecision<object>(tenant, `/cases/v1/${one.case_id}/decisions`, {
        choice,
      }),
    onSuccess: async () => {
      close()
      await client.invalidateQueries({ queryKey: [tenant.businessId, tenant.mode] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    decide.mutate()
  }
  return (
    <Dialog title={verbs[choice]} onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-body">
          {offered !== undefined && (
            <span className="block text-display font-semibold tracking-tight">
              <Money kobo={koboOf(offered.amount)} />
            </span>
          )}
          {offered?.message} You cannot change this decision.
        </p>
        {decide.error !== null && <Problem>{sayProblem(decide.error)}</Problem>}
        <Button type="submit" look="primary" className="h-11 w-full middle:h-10" disabled={decide.isPending}>
          <KeyRound size={16} aria-hidden />
          {decide.isPending ? 'Waiting for your passkey' : `${verbs[choice]} with your passkey`}
        </Button>
      </form>
    </Dialog>
  )
}
