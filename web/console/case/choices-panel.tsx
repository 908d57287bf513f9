import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Amount } from '../parts.tsx'
import { type CaseScreen, type Choice, keyOf, type Share } from './use-case.ts'

/** Each choice with its result: who gets what, how long it takes, whether it can be undone, and what if it is wrong. */
export function ChoicesPanel({
  screen,
  chosen,
  pick,
}: Readonly<{ screen: CaseScreen; chosen: Choice | undefined; pick: (choice: Choice) => void }>) {
  const { choices, case: file } = screen
  if (file.state === 'resolved') return null
  return (
    <Panel title="What each choice will do">
      {choices.length === 0 ? (
        <EmptyState>This case needs no decision. It closes automatically when its cause is gone.</EmptyState>
      ) : (
        <div
          role="radiogroup"
          aria-label="Choices"
          className="grid middle:grid-cols-2 [&>*]:-mt-px [&>*]:-ml-px"
        >
          {choices.map((choice) => (
            <ChoiceCard
              key={keyOf(choice)}
              choice={choice}
              suggestion={choice.is_suggested ? screen.suggestion : null}
              isChosen={chosen !== undefined && keyOf(choice) === keyOf(chosen)}
              pick={() => pick(choice)}
            />
          ))}
        </div>
      )}
    </Panel>
  )
}

function ChoiceCard({
  choice,
  suggestion,
  isChosen,
  pick,
}: Readonly<{
  choice: Choice
  suggestion: CaseScreen['suggestion']
  isChosen: boolean
  pick: () => void
}>) {
  const isRefused = choice.refusal !== null
  return (
    <label
      className={joinClasses(
        'relative grid content-start gap-2 border p-4 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand',
        isRefused ? 'text-muted' : 'cursor-pointer hover:bg-sunken/55',
        isChosen && 'z-1 border-brand bg-brand-soft hover:bg-brand-soft',
      )}
    >
      <span className="flex items-start gap-2">
        <input
          type="radio"
          name="choice"
          checked={isChosen}
          disabled={isRefused}
          onChange={pick}
          className="mt-0.5 size-4 shrink-0 accent-brand outline-none"
        />
        <span className="min-w-0 grow text-small font-semibold break-words">{choice.title}</span>
        {(choice.is_proposed || choice.is_suggested) && (
          <span className="shrink-0 rounded-small bg-sunken px-1.5 text-caption leading-5 font-medium text-muted">
            {choice.is_proposed ? 'Proposed' : 'Suggested'}
          </span>
        )}
      </span>
      {choice.gets.length > 0 && (
        <span className="grid">
          {choice.gets.map((share) => (
            <ShareRow key={share.who} share={share} />
          ))}
        </span>
      )}
      {choice.refusal === null ? (
        <span className="grid gap-1 text-caption text-muted">
          {choice.how !== null && (
            <span className="break-words">
              {choice.how} {choice.undo !== null && <b className="font-semibold text-text">{choice.undo}</b>}
            </span>
          )}
          {choice.if_wrong !== null && <span>{choice.if_wrong}</span>}
          {suggestion !== null && (
            <span className="break-words">
              Suggested because: {suggestion.grounds.map((ground) => ground.replace(/\.$/, '')).join('; ')}.{' '}
              <b className="font-semibold text-text">{recordOf(suggestion)}</b>
            </span>
          )}
          {choice.standing !== null && (
            <span className="font-medium text-text">One person can close the case with this.</span>
          )}
          {choice.fields.length > 0 && (
            <span>
              Needs{' '}
              {choice.fields
                .filter((one) => !one.is_optional)
                .map(({ label }) => label.toLowerCase())
                .join(', ')}
              .
            </span>
          )}
        </span>
      ) : (
        <span className="text-caption">Not possible now: {choice.refusal}</span>
      )}
    </label>
  )
}

function recordOf({ followed, decided }: NonNullable<CaseScreen['suggestion']>): string {
  return decided === '0' ? 'Nobody has decided such a case yet.' : `Accepted ${followed} of ${decided} times.`
}

function ShareRow({ share }: Readonly<{ share: Share }>) {
  return (
    <span className="flex items-baseline justify-between gap-3 border-b py-1 text-caption">
      <span className="min-w-0 break-words text-muted">{share.who}</span>
      <span className="shrink-0 text-small font-medium">
        {share.minor === null ? (
          <span className="font-normal text-muted">{share.words}</span>
        ) : (
          <Amount minor={share.minor} asset={share.asset} />
        )}
      </span>
    </span>
  )
}
