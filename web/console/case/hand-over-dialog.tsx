import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { askPeople, sayProblem } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { runCommand } from '../run-command.ts'
import { useOperator, useRefresh } from '../use-console.ts'

type Listed = Readonly<{
  operators: ReadonlyArray<
    Readonly<{ email: string; name: string; status: string; roles: readonly string[] }>
  >
}>

/** Gives the case to another operator, and tells them why. */
export function HandOverDialog({ caseId, onClose }: Readonly<{ caseId: string; onClose: () => void }>) {
  const { email: own } = useOperator()
  const refresh = useRefresh()
  const { data, error } = useQuery({
    queryKey: ['operators'],
    queryFn: async () => askPeople<Listed>('/people/v1/operators'),
  })
  const others = data?.operators.filter(({ email, status }) => email !== own && status === 'active') ?? []
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const give = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    try {
      await runCommand(['hand-over', caseId, to, '--reason', reason])
      await refresh('cases')
      onClose()
    } catch (refused) {
      setProblem(sayProblem(refused as Error))
    }
  }
  return (
    <Dialog title="Hand over" onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void give(event)}>
        {data === undefined && error === null && <Skeleton rows={1} />}
        {error !== null && <Problem>{error.message}</Problem>}
        <label className="grid gap-1 text-small font-medium">
          To whom?
          <select
            required
            value={to}
            onChange={(event) => setTo(event.target.value)}
            className="h-11 rounded-small border border-border-strong bg-surface px-3 text-body middle:h-10"
          >
            <option value="">Choose an operator</option>
            {others.map(({ email, name, roles }) => (
              <option key={email} value={email}>
                {name} ({roles.join(', ')})
              </option>
            ))}
          </select>
        </label>
        <Field
          label="What do they need to know?"
          required
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {problem !== undefined && <Problem>{problem}</Problem>}
        <Button
          type="submit"
          look="primary"
          className="h-12 middle:h-10"
          disabled={to === '' || reason.trim() === ''}
        >
          Hand over the case
        </Button>
      </form>
    </Dialog>
  )
}
