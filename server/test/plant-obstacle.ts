import type { Pool } from '../src/kernel/postgres/pool.ts'

/** Adds one obstacle, "planted", to the function that lists the obstacles to clearing. Returns a function that restores the original. */
export async function plantObstacle(
  owner: Pool,
  reader: 'buys_to_clear' | 'sells_to_clear',
  condition: string,
): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ text: string }>(`select pg_get_functiondef($1::regproc) as text`, [
    reader,
  ])
  const text = rows[0]?.text ?? ''
  const planted = text.replace(
    'array_remove(array[',
    `array_remove(array[case when ${condition} then 'planted' end,`,
  )
  if (planted === text) throw new Error(`${reader} names its obstacles otherwise than this test knows`)
  await owner.query(planted)
  return async () => {
    await owner.query(text)
  }
}
