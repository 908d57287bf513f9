import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import type { Random } from '../fuzz/random.ts'
import type { CaseRow, ConsoleSeat } from './console-client.ts'
import { takeSeat } from './console-client.ts'
import { type Decided, decideCase } from './decide-case.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** One touch takes a person this long, from opening the page to the signature. */
const LEAST_TOUCH_MS = 60 * SECOND_MS
const MOST_TOUCH_MS = 180 * SECOND_MS
/** How long a case rests that cannot be decided yet. */
const REST_MS = 6 * 60 * MINUTE_MS

/** What one person may close: naira that only goes back to the account it came from. */
const standing = [
  ['return', 'unmatched'],
  ['return', 'duplicate'],
  ['return', 'overpaid'],
  ['return', 'weak_evidence'],
  ['return-part', 'underpaid'],
  ['return-part', 'late_credit'],
] as const

export type Touch = Readonly<{ kind: string; caseId: string; what: string; atMs: number }>

type Operator = { readonly seat: ConsoleSeat; freeAtMs: number; task: Task | undefined }
type Task = Readonly<{ endsAtMs: number; caseId: string; act: () => Promise<void> }>

type Clock = Readonly<{ now(): number }>

/**
 * Three operators at the console. Each works on one thing at a time: a touch takes 60 to 180 seconds of the day's clock, and what nobody is
 * free for waits. The pages and the commands are those of the console.
 */
export function openDesk(url: string, operatorIds: readonly string[], random: Random, clock: Clock) {
  const operators: Operator[] = operatorIds.map((id) => ({
    seat: takeSeat(url, id, softwarePasskey(id)),
    freeAtMs: 0,
    task: undefined,
  }))
  const touches: Touch[] = []
  const problems: string[] = []
  const resting = new Map<string, number>()
  const tasks: (readonly [kind: string, args: readonly string[], atMs: number])[] = []
  let busyMs = 0

  const draw = (): number => random.between(LEAST_TOUCH_MS, MOST_TOUCH_MS)
  const touch = async (
    seat: ConsoleSeat,
    about: Omit<Touch, 'atMs'>,
    args: readonly string[],
  ): Promise<boolean> => {
    const refusal = await seat.run(args)
    const what = refusal === undefined ? about.what : `${about.what} (refused)`
    touches.push({ ...about, what, atMs: clock.now() })
    // Money that moved between two touches is no fault: the case is decided again.
    if (refusal !== undefined && !isStale(refusal))
      problems.push(`${about.kind}: ${args.slice(0, 3).join(' ')}: ${refusal}`)
    return refusal === undefined
  }
  const begin = (operator: Operator, caseId: string, act: () => Promise<void>): void => {
    const takes = draw()
    busyMs += takes
    operator.task = { endsAtMs: clock.now() + takes, caseId, act }
  }

  /** Reads the page and proposes. */
  const propose =
    (operator: Operator, { case_id: caseId, kind }: CaseRow) =>
    async (): Promise<void> => {
      const { seat } = operator
      const screen = await seat.readCase(caseId)
      if (screen.case.state !== 'open') return
      const decided = await decideCase(screen, seat.readTransaction, clock.now())
      if (decided === 'wait' || 'waitUntilMs' in decided) {
        resting.set(caseId, decided === 'wait' ? clock.now() + REST_MS : decided.waitUntilMs)
        return
      }
      const { action, command, standing } = decided.choice
      const alone = standing === null ? [] : ['--under', standing, '--close']
      const what = `${standing === null ? 'propose' : 'close with'} ${action}`
      const args = [...command, ...decided.options, ...alone, '--reason', decided.reason]
      const isDone = await touch(seat, { kind, caseId, what }, args)
      if (!isDone) resting.set(caseId, clock.now() + REST_MS)
    }

  /** Reads the same page, decides alone, and approves only the same decision. */
  const approve =
    (operator: Operator, { case_id: caseId, kind }: CaseRow) =>
    async (): Promise<void> => {
      const { seat } = operator
      const screen = await seat.readCase(caseId)
      if (screen.case.state !== 'awaiting_approval') return
      const proposed = screen.choices.find(({ is_proposed: isProposed }) => isProposed)
      const own: Decided =
        kind === 'request' ? 'wait' : await decideCase(screen, seat.readTransaction, clock.now())
      const isSame =
        kind === 'request' || (own !== 'wait' && 'choice' in own && own.choice.action === proposed?.action)
      const version = ['--version', String(screen.case.version)]
      const decline = async (reason: string) =>
        touch(seat, { kind, caseId, what: 'decline' }, ['decline', caseId, '--reason', reason])
      if (!isSame) await decline('the page says otherwise')
      else if (!(await touch(seat, { kind, caseId, what: 'approve' }, ['approve', caseId, ...version])))
        await decline('it cannot be approved any more')
    }

  const assign = async (): Promise<void> => {
    const first = operators.find(({ task }) => task === undefined)
    if (first === undefined) return
    for (const place of tasks.keys()) {
      const [kind, args, atMs] = tasks[place] ?? ['', [], Number.POSITIVE_INFINITY]
      const operator = operators.find(({ task }) => task === undefined)
      if (atMs > clock.now() || operator === undefined) continue
      tasks.splice(place, 1)
      begin(operator, kind, async () => {
        await touch(operator.seat, { kind, caseId: '', what: args[0] ?? '' }, args)
      })
      break
    }
    const busy = new Set(operators.flatMap(({ task }) => task?.caseId ?? []))
    const rows = [...(await first.seat.listCases())].sort((a, b) => a.due_at.localeCompare(b.due_at))
    for (const row of rows) {
      if (busy.has(row.case_id) || (resting.get(row.case_id) ?? 0) > clock.now()) continue
      const isToApprove = row.state === 'awaiting_approval'
      if (isToApprove && row.kind !== 'request' && row.proposer_id === null) continue
      const operator = operators.find(
        ({ task, seat }) => task === undefined && (!isToApprove || row.proposer_id !== seat.shownId),
      )
      if (operator === undefined) continue
      busy.add(row.case_id)
      begin(operator, row.case_id, isToApprove ? approve(operator, row) : propose(operator, row))
    }
  }

  return {
    touches,
    problems,
    busyMs: () => busyMs,
    /** Before the day, two operators let one person close these kinds. It lasts for months, so it is no touch of this day. */
    allowStanding: async (until: string): Promise<void> => {
      const [one, other] = operators
      for (const [decision, ground] of standing) {
        const more = ['--mode', 'test', '--ground', ground, '--cap', '200000', '--total', '20000000']
        const args = [
          'standing',
          'allow',
          decision,
          ...more,
          '--until',
          until,
          '--reason',
          'only back to the payer',
        ]
        const refusal = await one?.seat.run(args)
        const [row] = (await other?.seat.listCases()) ?? []
        const refused = row && (await other?.seat.run(['approve', row.case_id]))
        if (refusal !== undefined || refused !== undefined) problems.push(`standing: ${refusal ?? refused}`)
      }
    },
    /** Returns when somebody finishes, or looks again at a case that had to wait. */
    nextAt: (): number =>
      Math.min(
        ...operators.map(({ task }) => task?.endsAtMs ?? Number.POSITIVE_INFINITY),
        ...tasks.map(([, , atMs]) => atMs),
        ...[...resting.values()].filter((atMs) => atMs > clock.now()),
      ),
    /**
     * Finishes what is due, and gives everybody who is free the next thing. Operators look at the list when a case has changed, of which
     * the console's stream tells them.
     */
    work: async (hasChanged: boolean): Promise<void> => {
      let hasFinished = hasChanged
      for (const operator of operators) {
        const { task } = operator
        if (task === undefined || task.endsAtMs > clock.now()) continue
        operator.task = undefined
        await task.act()
        hasFinished = true
      }
      const isDue = (atMs: number): boolean => atMs <= clock.now()
      for (const [caseId, atMs] of resting) {
        if (!isDue(atMs)) continue
        resting.delete(caseId)
        hasFinished = true
      }
      if (hasFinished || tasks.some(([, , atMs]) => isDue(atMs))) await assign()
    },
    /** An operator freezes the network, and two lift it once what happened is over. */
    freezeNetwork: async (overAtMs: number): Promise<void> => {
      const words = ['network', 'test', 'Polygon', '--reason', 'the issuer reports an incident']
      tasks.push(['freeze', ['freeze', ...words], clock.now()], ['freeze', ['unfreeze', ...words], overAtMs])
      await assign()
    },
  }
}

/** Whether a command was refused because the money or the case has moved since the page was read. */
function isStale(refusal: string): boolean {
  return /has moved since|has changed|decline the proposal/i.test(refusal)
}

export type Desk = ReturnType<typeof openDesk>
