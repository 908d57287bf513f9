import type {
  MovedSandboxClock,
  SandboxClock,
  SandboxDeposit,
  SandboxDepositRequest,
  SandboxPayment,
  SandboxPaymentRequest,
  SandboxReset,
  Scenario,
  ScenarioRequest,
  ScenarioRun,
} from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type ScenarioName = Scenario['name']

/** The world of a test key, which does as it is told. A live key is refused. */
export type Sandbox = Readonly<{
  /** What can be made to happen, and what to expect of it. */
  scenarios(options?: CallOptions): Promise<readonly Scenario[]>
  /** Makes it happen. `expect` of the answer are the events that will come. */
  run(name: ScenarioName, data?: ScenarioRequest, options?: CallOptions): Promise<ScenarioRun>
  /** A payer pays into a test account: for a buy or a pay link of yours, or for nothing. */
  pay(payment: SandboxPaymentRequest, options?: CallOptions): Promise<SandboxPayment>
  /** A seller sends the tokens of a sell to its deposit address. */
  deposit(deposit: SandboxDepositRequest, options?: CallOptions): Promise<SandboxDeposit>
  clock(options?: CallOptions): Promise<SandboxClock>
  /** Moves your clock ahead, so that waits are over. */
  advanceClock(seconds: number, options?: CallOptions): Promise<MovedSandboxClock>
  /** Ends what is open, and sets the clock back once nothing is. */
  reset(options?: CallOptions): Promise<SandboxReset>
}>

export function createSandbox(call: Call): Sandbox {
  return {
    scenarios: async (options) => (await call('listScenarios', { options })).scenarios,
    run: async (name, body = {}, options) =>
      (await call('runScenario', { path: { name }, body, options })).run,
    pay: async (body, options) => (await call('payTestAccount', { body, options })).payment,
    deposit: async (body, options) => (await call('sendTestDeposit', { body, options })).deposit,
    clock: async (options) => (await call('readTestClock', { options })).clock,
    advanceClock: async (seconds, options) =>
      (await call('moveTestClock', { body: { advance_seconds: seconds }, options })).clock,
    reset: async (options) => (await call('resetTestBusiness', { options })).reset,
  }
}
