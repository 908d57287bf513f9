import { open, readFile } from 'node:fs/promises'
import type { Seal } from './seal.ts'

/** A seal's number and hash, as they left the database. */
export type SealHead = Readonly<{ number: bigint; hash: string }>

/**
 * Appends the head to a file outside the database and waits until it is on disk. Put the file where whoever runs
 * the database cannot write: the chain is worth as much as the distance between the two.
 */
export async function exportHead(file: string, seal: Seal): Promise<void> {
  const handle = await open(file, 'a')
  try {
    await handle.write(`${seal.number} ${seal.hash.toString('hex')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function readHeads(file: string): Promise<SealHead[]> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').flatMap((line) => {
    const match = /^([0-9]+) ([0-9a-f]{64})$/.exec(line)
    return match?.[1] !== undefined && match[2] !== undefined
      ? [{ number: BigInt(match[1]), hash: match[2] }]
      : []
  })
}
