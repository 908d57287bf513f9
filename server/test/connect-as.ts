import { readFile } from 'node:fs/promises'
import type { OpsHost } from '../src/entry/ops/ops-session.ts'
import { systemClock } from '../src/kernel/clock/clock.ts'
import { createPool } from '../src/kernel/postgres/pool.ts'
import { findOperatorByEmail } from '../src/records/operators/operator-store.ts'
import { MAIL_KEY } from './post-office.ts'
import { testKeyring } from './test-keyring.ts'

/** Runs commands in the process of a test, as an operator with every role, with the rights of the people process. */
export function connectAs(
  ownerUrl: string,
  email: string,
): Pick<
  OpsHost,
  'authorise' | 'connect' | 'readFile' | 'readKeySettings' | 'readMailKey' | 'readBusinessKeys'
> {
  return {
    authorise: () => {},
    connect: async () => {
      const url = ownerUrl.replace('afara_owner', 'afara_people')
      const pool = createPool(url, { max: 2, applicationName: 'test-ops', side: 'house' })
      const operator = await findOperatorByEmail(pool, email)
      if (operator === undefined) throw new Error(`nobody is called ${email}`)
      return { pool, clock: systemClock, operator, end: async () => pool.end() }
    },
    readKeySettings: () => ({ cell: 'dev', peppers: new Map([[1, Buffer.alloc(32, 7)]]) }),
    readMailKey: () => MAIL_KEY,
    readBusinessKeys: () => testKeyring,
    readFile: async (name) => readFile(name).catch(() => undefined),
  }
}
