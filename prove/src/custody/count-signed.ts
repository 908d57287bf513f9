import { Client } from 'pg'

const SIGNED = `
  select (select count(*) from afara.transfer_attempt) + (select count(*) from afara.sweep_attempt)
    + (select count(*) from afara.deposit_opening) as signed`

/** Counts everything that was ever signed: transfers, sweeps, and the opening of deposit accounts. */
export async function countSigned(ownerUrl: string): Promise<number> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ signed: string }>(SIGNED)
    return Number(rows[0]?.signed)
  } finally {
    await client.end()
  }
}
