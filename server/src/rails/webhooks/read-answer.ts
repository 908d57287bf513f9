import type { Readable } from 'node:stream'

const MOST_BYTES = 4_096
const MOST_CHARACTERS = 4_096
/** The status is what counts; who drips a body after it gets no more of our time than this. */
const READ_WITHIN_MS = 1_000

/**
 * The beginning of an answer's body, as printable text. It is not unpacked, whatever its headers say. A body that is cut
 * short, drips or does not end gives what came of it; its connection is closed then.
 */
export async function readAnswer(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const cut = () => {
      end()
      body.destroy()
    }
    const timer = setTimeout(cut, READ_WITHIN_MS)
    body.on('data', (chunk: Buffer) => {
      if (size < MOST_BYTES) chunks.push(chunk)
      size += chunk.length
      if (size > MOST_BYTES) cut()
    })
    body.on('error', end).on('end', end).on('close', end)
  })
  return printable(Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8')).slice(0, MOST_CHARACTERS)
}

/** Control characters, and those that turn the direction of text, would play tricks where the answer is shown. */
function printable(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\u00B7').toWellFormed()
}
