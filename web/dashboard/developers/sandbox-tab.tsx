import type { CertificationCheck, SandboxClock, SandboxReset, Scenario, ScenarioRun } from '@afara/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { askApi, type Tenant } from '../ask-api.ts'
import { ageOf, clockOf, dateOf, shortId } from '../words.ts'
import { CheckMark, PassedBar, titleOfScenario } from './check-mark.tsx'
import { mayDevelop } from './keys-tab.tsx'
import { certificationQuery } from './use-sandbox.ts'

/** Who may use the sandbox: everybody but a viewer. */
const mayRun = (tenant: Tenant): boolean => mayDevelop(tenant) || tenant.role === 'finance'

/** Scenarios as buttons, and the clock of test mode. */
export function SandboxTab({ tenant }: Readonly<{ tenant: Tenant }>) {
  const { data, error } = useQuery({
    queryKey: ['scenarios'],
    queryFn: async () => askApi<{ scenarios: readonly Scenario[] }>(tenant, '/sandbox/v1/scenarios'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: mayRun(tenant),
  })
  const report = useQuery({ ...certificationQuery(tenant), enabled: mayRun(tenant) }).data
  if (!mayRun(tenant))
    return (
      <Panel>
        <EmptyState>
          Your role only reads. Ask an owner for the role of a developer to run scenarios.
        </EmptyState>
      </Panel>
    )
  const groups = [
    ['Buys', data?.scenarios.filter(({ type }) => type !== 'sell')],
    ['Sells', data?.scenarios.filter(({ type }) => type === 'sell')],
  ] as const
  return (
    <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_320px] wide:items-start wide:gap-6">
      <div className="flex min-w-0 flex-col gap-4 wide:order-last">
        <ClockPanel tenant={tenant} />
        {report !== undefined && <Progress checks={report.scenarios} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {error !== null && <Problem>{error.message}</Problem>}
        {groups.map(([title, scenarios]) => (
          <Panel key={title} title={title} aside="Each makes a transaction of its own">
            {scenarios === undefined && <Skeleton rows={4} height={56} />}
            <ul className="grid gap-px bg-border middle:grid-cols-2">
              {scenarios?.map((one) => (
                <ScenarioCard
                  key={one.name}
                  tenant={tenant}
                  one={one}
                  check={report?.scenarios.find(({ name }) => name === one.name)}
                />
              ))}
              {(scenarios?.length ?? 0) % 2 === 1 && (
                <li aria-hidden className="hidden bg-surface middle:block" />
              )}
            </ul>
          </Panel>
        ))}
      </div>
    </div>
  )
}

function ScenarioCard({
  tenant,
  one,
  check,
}: Readonly<{ tenant: Tenant; one: Scenario; check: CertificationCheck | undefined }>) {
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: async () => askApi<{ run: ScenarioRun }>(tenant, `/sandbox/v1/scenarios/${one.name}`, {}),
    onSuccess: async () =>
      client.invalidateQueries({ queryKey: [tenant.businessId, tenant.mode, 'certification'] }),
  })
  const id = run.data?.run.transaction_id ?? check?.transaction_id
  const title = titleOfScenario(one.name)
  return (
    <li className="flex items-start gap-3 bg-surface px-4 py-3">
      <CheckMark state={check?.state ?? 'not_shown'} />
      <div className="min-w-0 flex-1">
        <p className="text-small font-medium">{title}</p>
        <p className="text-caption text-muted" title={one.does}>
          {one.sentence.replaceAll('`', '')}
        </p>
        {run.error !== null && <Problem>{run.error.message}</Problem>}
        {id !== undefined && id !== null && (
          <p className="mt-1 text-caption text-muted" aria-live="polite">
            {check?.state === 'not_shown' || check === undefined ? 'Started. ' : `${check.detail} `}
            <Link
              from="/$business/$mode"
              to="/$business/$mode/transactions"
              search={{ open: id }}
              className="font-mono font-medium text-brand underline underline-offset-2"
            >
              {shortId(id)}
            </Link>
          </p>
        )}
      </div>
      <Button isIcon aria-label={`Run ${title}`} disabled={run.isPending} onClick={() => run.mutate()}>
        <Play size={16} aria-hidden />
      </Button>
    </li>
  )
}

function Progress({ checks }: Readonly<{ checks: readonly CertificationCheck[] }>) {
  const passed = checks.filter(({ state }) => state === 'passed').length
  const last = checks
    .flatMap(({ at }) => at ?? [])
    .toSorted()
    .at(-1)
  return (
    <Panel title="Passed" aside={`${passed} of ${checks.length}`}>
      <div className="flex flex-col gap-3 p-4 text-small">
        <PassedBar passed={passed} of={checks.length} />
        <p className="text-caption text-muted">
          A scenario passes when it ran to its end and your endpoint accepted every event of it.
          {last !== undefined && ` The last one ran ${ageOf(last)}.`}
        </p>
        <Button asChild>
          <Link from="/$business/$mode" to="/$business/$mode/developers" search={{ tab: 'certification' }}>
            Open the certification report
          </Link>
        </Button>
      </div>
    </Panel>
  )
}

const steps = [
  ['+1 h', 'an hour', 3_600],
  ['+1 d', 'a day', 86_400],
  ['+7 d', 'seven days', 604_800],
] as const

/** The clock of the business in test mode. It only moves forward, until nothing is open. */
function ClockPanel({ tenant }: Readonly<{ tenant: Tenant }>) {
  const client = useQueryClient()
  const key = [tenant.businessId, tenant.mode, 'test-clock']
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => askApi<{ clock: SandboxClock }>(tenant, '/sandbox/v1/clock'),
    refetchInterval: 10_000,
  })
  const readAgain = async () => client.invalidateQueries({ queryKey: [tenant.businessId, tenant.mode] })
  const move = useMutation({
    mutationFn: async (seconds: number) =>
      askApi<{ message: string; clock: { woken: string } }>(tenant, '/sandbox/v1/clock', {
        advance_seconds: seconds,
      }),
    onSuccess: readAgain,
  })
  const reset = useMutation({
    mutationFn: async () => askApi<{ message: string; reset: SandboxReset }>(tenant, '/sandbox/v1/reset', {}),
    onSuccess: readAgain,
  })
  const error = move.error ?? reset.error
  const isAhead = data !== undefined && data.clock.offset_seconds > 0
  return (
    <Panel title="Test clock">
      <div className="flex flex-col gap-3 p-4 text-small">
        <p className="flex items-start gap-3">
          <Clock
            size={16}
            aria-hidden
            className={`mt-0.5 shrink-0 ${isAhead ? 'text-warn' : 'text-muted'}`}
          />
          {data === undefined ? (
            <span className="text-muted">Reading the clock</span>
          ) : (
            <span>
              <b className="font-medium">
                {dateOf(data.clock.now)}, {clockOf(data.clock.now)}
              </b>
              <span className="block text-caption text-muted">
                {isAhead ? aheadOf(data.clock.offset_seconds) : 'Real time'}
              </span>
            </span>
          )}
        </p>
        <div className="grid grid-cols-3 gap-2">
          {steps.map(([short, what, seconds]) => (
            <Button
              key={short}
              aria-label={`${short}: move the clock by ${what}`}
              disabled={move.isPending}
              onClick={() => move.mutate(seconds)}
            >
              {short}
            </Button>
          ))}
        </div>
        <Button disabled={reset.isPending} onClick={() => reset.mutate()}>
          Reset the sandbox
        </Button>
        {error !== null && <Problem>{error.message}</Problem>}
        <Said>{reset.data?.message ?? wokenOf(move.data?.clock.woken)}</Said>
        <p className="text-caption text-muted">
          Deadlines pass for your open test transactions. A reset cancels those without money, and sets the
          clock back when none is open. Nothing is deleted.
        </p>
      </div>
    </Panel>
  )
}

function Said({ children }: Readonly<{ children: ReactNode }>) {
  return <output className="block text-caption empty:hidden">{children}</output>
}

function wokenOf(woken: string | undefined): string | undefined {
  if (woken === undefined) return undefined
  return woken === '1' ? '1 transaction became due.' : `${woken} transactions became due.`
}

function aheadOf(seconds: number): string {
  const hours = Math.round(seconds / 3_600)
  const [days, rest] = [Math.floor(hours / 24), hours % 24]
  const parts = [days > 0 && `${days} d`, rest > 0 && `${rest} h`].filter((part) => part !== false)
  return `${parts.length === 0 ? `${seconds} s` : parts.join(' ')} ahead of real time`
}
