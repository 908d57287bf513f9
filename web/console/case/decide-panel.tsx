import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { useOperator } from '../use-console.ts'
import { ApproveForm } from './approve-form.tsx'
import { ProposeForm } from './propose-form.tsx'
import type { CaseScreen, Choice } from './use-case.ts'
import { WorkForm } from './work-form.tsx'

/** Who decides, and the one thing that this person can do next. A proposer never sees "Approve" for their own proposal. */
export function DecidePanel({
  screen,
  chosen,
  drop,
}: Readonly<{ screen: CaseScreen; chosen: Choice | undefined; drop: () => void }>) {
  const { person_id: own } = useOperator()
  const { case: file, proposal } = screen
  const isOwn = proposal !== null && proposal.operator_id === own && file.people !== '1'
  const isApproving = proposal !== null && chosen?.is_proposed === true
  return (
    <Panel
      title={file.people === '1' ? 'One person decides' : 'Two people decide'}
      aside={<State screen={screen} isOwn={isOwn} chosen={chosen} />}
    >
      <div className="grid gap-4 p-4">
        {file.state === 'resolved' ? (
          <p className="text-small text-muted">It is decided. The history shows who decided.</p>
        ) : isApproving ? (
          <ApproveForm
            key={proposal.text}
            screen={screen}
            proposal={proposal}
            choice={chosen}
            isOwn={isOwn}
          />
        ) : chosen === undefined ? (
          <p className="text-small text-muted">
            {screen.choices.length === 0
              ? 'Nothing is to be decided here.'
              : 'Choose what happens. You see the result of each choice before you propose it.'}
          </p>
        ) : (
          <ProposeForm key={chosen.title} screen={screen} choice={chosen} drop={drop} />
        )}
        {file.state !== 'resolved' && <WorkForm screen={screen} />}
      </div>
    </Panel>
  )
}

function State({
  screen,
  isOwn,
  chosen,
}: Readonly<{ screen: CaseScreen; isOwn: boolean; chosen: Choice | undefined }>) {
  if (screen.case.state === 'resolved') return <Pill tone="ended">Closed</Pill>
  if (screen.proposal === null || chosen?.is_proposed === false)
    return (
      <Pill tone="ended" isStale>
        Not proposed yet
      </Pill>
    )
  return isOwn ? (
    <Pill tone="info" isStale>
      Needs somebody else
    </Pill>
  ) : (
    <Pill tone="info">Needs your approval</Pill>
  )
}
