import type { Exchange } from './exchange.ts'
import type { Fault } from './judge/fault.ts'

/** A fault with everything that is needed to reproduce it. */
export type Failure = Readonly<{
  fault: Fault
  kind: string
  seed: number
  number: number
  exchange: Exchange | undefined
}>

const SHOWN_BYTES = 1_200

/** Describes the fault, the exact bytes, and the command that sends them again. */
export function describeFailure({ fault, kind, seed, number, exchange }: Failure): string {
  return [
    `${fault.kind}: ${fault.detail}`,
    `  ${kind}`,
    ...(exchange === undefined
      ? []
      : [`  sent ${showBytes(Buffer.concat([...exchange.pieces]), SHOWN_BYTES)}`]),
    `  npm run prove -- fuzz --seed ${seed} --only ${number}`,
    `  to repeat it in every run, keep: {"kind": ${JSON.stringify(kind)}, "seed": ${seed}, "number": ${number}, "why": "…"}`,
  ].join('\n')
}

/** Returns the bytes as quoted text, with unprintable ones escaped. */
export function showBytes(bytes: Buffer, most: number): string {
  const text = JSON.stringify(bytes.toString('latin1', 0, most)).replace(
    /[\u007f-\u00ff]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16)}`,
  )
  return bytes.length > most ? `${text} and ${bytes.length - most} more bytes` : text
}

/** Returns one failure of each sort, because a defect usually shows many times. */
export function firstOfEach(failures: readonly Failure[], most: number): readonly Failure[] {
  const seen = new Map<string, Failure>()
  for (const failure of failures) {
    const sort = `${failure.fault.kind} ${failure.kind}`
    if (!seen.has(sort)) seen.set(sort, failure)
  }
  return [...seen.values()].slice(0, most)
}
