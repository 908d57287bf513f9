import type { CertificationCheck } from '@afara/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { docsUrl, type Tenant } from '../ask-api.ts'
import { ageOf, shortId } from '../words.ts'
import { CheckMark, PassedBar, titleOfScenario } from './check-mark.tsx'
import { certificationQuery } from './use-sandbox.ts'

const COMMAND =
  'npx afara certify --forward-to http://127.0.0.1:3000/webhooks --state-url "http://127.0.0.1:3000/state/{transaction_id}"'

/** What only a program on the developer's machine can show. */
const onMachine = [
  'It refuses a forged, an old and a cut-off message',
  'It counts a repeated event once',
  'Its state never moves back, whatever the order of events',
]

/** What the integration has shown in test mode, from its own data, and what remains before going live. */
export function CertificationTab({ tenant }: Readonly<{ tenant: Tenant }>) {
  const { data, error } = useQuery(certificationQuery(tenant))
  const all = data === undefined ? [] : [...data.behaviour, ...data.scenarios]
  const passed = all.filter(({ state }) => state === 'passed').length
  if (error !== null) return <Problem>{error.message}</Problem>
  return (
    <>
      <Panel aria-label="Summary" className="mb-4">
        <div className="flex flex-col gap-3 p-4">
          <p className="flex flex-wrap items-baseline justify-between gap-2">
            <b className="text-title font-semibold tracking-tight">
              {data === undefined ? 'Reading the report' : verdictOf(passed, all.length)}
            </b>
            <span className="text-small text-muted">
              {data === undefined ? '' : `${passed} of ${all.length} passed`}
            </span>
          </p>
          {data !== undefined && <PassedBar passed={passed} of={all.length} />}
          <p className="text-small text-muted">
            Each line comes from your own transactions, deliveries and requests in test mode. Nothing here is
            ticked by hand.
          </p>
        </div>
      </Panel>
      <div className="grid gap-4 wide:grid-cols-2 wide:items-start">
        <Panel title="Scenarios" aside={data && countOf(data.scenarios)}>
          {data === undefined && <Skeleton rows={8} height={56} />}
          <ul>
            {data?.scenarios.map((one) => (
              <CheckRow
                key={one.name}
                one={one.state === 'not_shown' ? { ...one, detail: one.title.replaceAll('`', '') } : one}
                title={titleOfScenario(one.name)}
                isScenario
              />
            ))}
          </ul>
        </Panel>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Your integration" aside={data && countOf(data.behaviour)}>
            {data === undefined && <Skeleton rows={5} height={56} />}
            <ul>
              {data?.behaviour.map((one) => (
                <CheckRow key={one.name} one={one} title={one.title} />
              ))}
            </ul>
          </Panel>
          <Panel title="On your machine">
            <div className="flex flex-col gap-3 p-4 text-small">
              <p>We cannot see how your server treats a message that we did not send. This command can:</p>
              <div className="flex flex-col gap-2">
                <code className="rounded-small border bg-sunken px-3 py-2 font-mono text-caption break-all">
                  {COMMAND}
                </code>
                <CopyButton text={COMMAND} what="command" />
              </div>
              <ul className="list-disc pl-4 text-caption text-muted">
                {onMachine.map((what) => (
                  <li key={what}>{what}</li>
                ))}
              </ul>
              <a
                className="self-start font-medium text-brand underline underline-offset-2"
                href={docsUrl('sandbox')}
                target="_blank"
                rel="noreferrer"
              >
                The sandbox in the docs
              </a>
            </div>
          </Panel>
        </div>
      </div>
    </>
  )
}

function CheckRow({
  one,
  title,
  isScenario = false,
}: Readonly<{ one: CertificationCheck; title: string; isScenario?: boolean }>) {
  return (
    <li className="flex min-h-14 items-start gap-3 border-b px-4 py-2 text-small last:border-b-0">
      <CheckMark state={one.state} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-caption text-muted">
          {one.at === null || one.state === 'not_shown'
            ? one.detail
            : `${one.detail.replace(/\.$/, '')}, ${ageOf(one.at)}.`}
        </p>
      </div>
      {isScenario && one.state === 'not_shown' && (
        <Link
          from="/$business/$mode"
          to="/$business/$mode/developers"
          search={{ tab: 'sandbox' }}
          aria-label={`Run ${title} in the sandbox`}
          className="mt-0.5 text-caption font-medium text-brand underline underline-offset-2"
        >
          Run
        </Link>
      )}
      {one.transaction_id !== null && (
        <Link
          from="/$business/$mode"
          to="/$business/$mode/transactions"
          search={{ open: one.transaction_id }}
          className="mt-0.5 font-mono text-caption font-medium text-brand underline underline-offset-2"
        >
          {shortId(one.transaction_id)}
        </Link>
      )}
    </li>
  )
}

function countOf(checks: readonly CertificationCheck[]): string {
  return `${checks.filter(({ state }) => state === 'passed').length} of ${checks.length}`
}

function verdictOf(passed: number, of: number): string {
  if (passed === of) return 'Everything we can see has passed'
  return passed === 0 ? 'Nothing has passed yet' : `${of - passed} remain`
}
