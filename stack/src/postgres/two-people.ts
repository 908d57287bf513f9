import { runStatement } from './run-statement.ts'

/**
 * Makes decisions in test mode need two people, as in live mode. Tests, proofs and the demo run so: what they show about test money then
 * holds for live money too. `url` is that of the superuser.
 */
export async function requireTwoPeople(url: string): Promise<void> {
  await runStatement(url, `update afara.decision_policy set people = 2 where mode = 'test'`)
}
