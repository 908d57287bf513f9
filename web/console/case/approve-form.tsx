import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Refused, sayProblem } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { Age, Amount, Avatar, Key } from '../parts.tsx'
import { runCommand } from '../run-command.ts'
import { useOperator, useRefresh } from '../use-console.ts'
import { useKeys } from '../use-keys.ts'
import { ExactText } from './exact-text.tsx'
import type { CaseScreen, Choice, Proposal } from './use-case.ts'

/** The second person signs the text that is on the screen, or sends it back and says why. */
export function ApproveForm({
  screen,
  proposal,
  choice,
  isOwn,
}: Readonly<{ screen: CaseScreen; proposal: Proposal; choice: Choice; isOwn: boolean }>) {
  const { name } = useOperator()
  const refresh = useRefresh()
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [isBack, setIsBack] = useState(false)
  const [reason, setReason] = useState('')
  const { case_id: id, version } = screen.case
  const run = async (work: () => Promise<unknown>) => {
    setIsSending(true)
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(sayProblem(error as Error)))
    setIsSending(false)
    await refresh('cases', 'money', 'freezes')
  }
  const approve = () =>
    run(async () =>
      runCommand(['approve', id, '--version', version], {
        check: ({ text }) => {
          if (text !== proposal.text)
            throw new Refused('case_moved', 409, 'The proposal has changed. Read it again before you sign.')
        },
      }),
    )
  const sendBack = () => run(async () => runCommand(['decline', id, '--reason', reason]))
  useKeys({
    a: () => {
      if (!isOwn) document.querySelector<HTMLButtonElement>('[data-approve]:not(:disabled)')?.focus()
    },
  })
  return (
    <>
      <ol className="grid gap-3">
        <li className="flex gap-3">
          <Avatar name={proposal.name} />
          <div className="min-w-0 text-small">
            <p className="font-medium">
              {proposal.name} proposed: {choice.title.charAt(0).toLowerCase() + choice.title.slice(1)}
            </p>
            <p className="text-caption text-muted">
              <Age at={proposal.at} />, signed with passkey
            </p>
            <q className="mt-1 block border-l-2 pl-3 break-words">{proposal.reason}</q>
          </div>
        </li>
        <li className="flex gap-3">
          <Avatar name={isOwn ? '2' : name} isYou={!isOwn} />
          <div className="text-small">
            <p className="font-medium">
              {isOwn ? 'Another operator approves' : 'You approve or send it back'}
            </p>
            <p className="text-caption text-muted">
              {isOwn
                ? 'You cannot approve your own proposal. You can withdraw it.'
                : 'It takes effect at once.'}
            </p>
          </div>
        </li>
      </ol>
      <ExactText text={proposal.text} code={proposal.short_code} />
      {problem !== undefined && <Problem>{problem}</Problem>}
      {isBack ? (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void sendBack()
          }}
        >
          <Field
            label={isOwn ? 'Why do you withdraw it?' : 'Why not? The proposer reads this'}
            required
            value={reason}
            maxLength={1_000}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="flex gap-2">
            <Button type="submit" className="grow" disabled={isSending || reason.trim() === ''}>
              {isOwn ? 'Withdraw the proposal' : 'Send it back'}
            </Button>
            <Button look="quiet" onClick={() => setIsBack(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className="fixed inset-x-0 bottom-14 z-4 flex flex-wrap gap-2 border-t bg-surface p-3 middle:static middle:border-0 middle:p-0">
          {!isOwn && (
            <>
              <p className="w-full text-center text-small middle:hidden">
                <Result choice={choice} />
              </p>
              <Button
                look="primary"
                data-approve
                className="h-12 grow text-body middle:h-10"
                disabled={isSending}
                onClick={() => void approve()}
              >
                <KeyRound size={16} aria-hidden />
                Approve with passkey
                <Key isOnBrand>A</Key>
              </Button>
            </>
          )}
          <Button className="h-12 middle:h-10" onClick={() => setIsBack(true)}>
            {isOwn ? 'Withdraw…' : 'Send back…'}
          </Button>
        </div>
      )}
    </>
  )
}

/** The money and its receiver, above the button of a phone. */
function Result({ choice }: Readonly<{ choice: Choice }>) {
  const moved = choice.gets.find(({ minor }) => minor !== null && minor !== '0')
  if (moved === undefined || moved.minor === null) return choice.title
  return (
    <>
      {moved.who}{' '}
      <b className="font-semibold">
        <Amount minor={moved.minor} asset={moved.asset} />
      </b>
    </>
  )
}
