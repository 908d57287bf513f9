import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { assetScales } from '../../kernel/money/money.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { accountKinds } from './account.ts'

const database = await createTestDatabase()
const worker = createPool(database.url('afara_worker'), { max: 1, applicationName: 'test' })
afterAll(async () => {
  await worker.end()
  await database.drop()
})

test('PostgreSQL knows the same kinds, with the same sides and floors', async () => {
  const { rows } = await worker.query(
    `select kind, case when account_is_debit_normal(kind) then 'debit' else 'credit' end as normal, account_has_floor(kind) as floor
     from unnest(enum_range(null::account_kind)) kind`,
  )
  const known = Object.entries(accountKinds).map(([kind, { normal, floor }]) => ({ kind, normal, floor }))
  const byKind = (list: ReadonlyArray<{ kind: string }>) =>
    list.toSorted((a, b) => a.kind.localeCompare(b.kind))
  expect(byKind(rows)).toEqual(byKind(known))
})

test('PostgreSQL allows the same assets and requires an owner for the same kinds', async () => {
  const { rows } = await worker.query<{
    kind: keyof typeof accountKinds
    asset: string
    owner: string
    fits: boolean
  }>(
    `select kind, asset, owner, account_fits(kind, owner, asset) as fits
     from unnest(enum_range(null::account_kind)) kind, unnest(enum_range(null::asset)) asset, unnest(array['', 'somebody']) owner`,
  )
  expect(rows).toHaveLength(Object.keys(accountKinds).length * Object.keys(assetScales).length * 2)
  for (const { kind, asset, owner, fits } of rows) {
    const rule: { owned: boolean; assets: readonly string[] } = accountKinds[kind]
    expect(fits, `${kind}:${owner} ${asset}`).toBe(
      rule.assets.includes(asset) && rule.owned === (owner !== ''),
    )
  }
})
