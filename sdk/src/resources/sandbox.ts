import type {
  Certification,
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

/** Controls test mode. A live key is refused. */
export type Sandbox = Readonly<{
  /** Returns the scenarios and their expected events. */
  scenarios(options?: CallOptions): Promise<readonly Scenario[]>
  /** Runs a scenario. `expect` in the reply lists the events that will follow. */
  run(name: ScenarioName, data?: ScenarioRequest, options?: CallOptions): Promise<ScenarioRun>
  /** Simulates a payment into a test account: for one of your buys or pay links, or for none. */
  pay(payment: SandboxPaymentRequest, options?: CallOptions): Promise<SandboxPayment>
  /** Simulates a deposit of the tokens of a sell at its deposit address. */
  deposit(deposit: SandboxDepositRequest, options?: CallOptions): Promise<SandboxDeposit>
  clock(options?: CallOptions): Promise<SandboxClock>
  /** Moves your clock forward, so that deadlines pass. */
  advanceClock(seconds: number, options?: CallOptions): Promise<MovedSandboxClock>
  /** Cancels open transactions, and sets the clock back when none is open. */
  reset(options?: CallOptions): Promise<SandboxReset>
  /** Tells what your integration has shown so far, and what remains. */
  certification(options?: CallOptions): Promise<Certification>
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
    certification: async (options) => (await call('readCertification', { options })).certification,
  }
}
