import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { createMigratedDatabase, startMigratedPostgres } from './migrated-cluster.ts'
import { declareTestPostings } from './test-postings.ts'
import { requireTwoPeople } from './two-people.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { port: number }
  }
}

/** One cluster for all test files, with a migrated database that each file copies (see `test-database.ts`). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = await createTemporaryRun()
  const postgres = await startMigratedPostgres({
    directory: join(run.directory, 'postgres'),
    durable: false,
    // Test files open pools at the same time.
    settings: { max_connections: '300' },
    onSpawn: run.onSpawn,
  })
  const teardown = async () => {
    await postgres.stop()
    run.remove()
  }
  try {
    await createMigratedDatabase(postgres, 'afara_template')
    await declareTestPostings(postgres.url('postgres', 'afara_template'))
    await requireTwoPeople(postgres.url('postgres', 'afara_template'))
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgres', { port: postgres.port })
  return teardown
}
