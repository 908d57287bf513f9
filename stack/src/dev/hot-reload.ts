import { watch } from 'node:fs'
import type { Part } from '../processes/child-process.ts'

type ReloadOptions = Readonly<{
  name: string
  /** A change to any source in it starts the part anew. */
  folder: string
  start(): Promise<Part>
  say(line: string): void
}>

/**
 * A part that starts anew when its sources change. One that fails after a change, or ends by itself, is reported and
 * waits for the next change: a slip of the editor must not bring the stack down. The first start has to succeed.
 */
export async function startReloading({ name, folder, start, say }: ReloadOptions): Promise<Part> {
  let current: Part | undefined = await start()
  let work = Promise.resolve()
  let queued = false
  const { logFile } = current

  const watchOver = async (part: Part) => {
    const how = await part.ended
    // Once it is being stopped, a part is no longer the current one.
    if (part === current) say(`${name} stopped (${how}). The next change starts it again. See ${logFile}`)
  }
  const endCurrent = async (how: 'stop' | 'kill') => {
    const part = current
    current = undefined
    await part?.[how]()
  }
  const reload = async () => {
    queued = false
    const began = performance.now()
    await endCurrent('stop')
    try {
      current = await start()
      void watchOver(current)
      say(`${name} reloaded in ${Math.round(performance.now() - began)} ms`)
    } catch (error) {
      say(`${error instanceof Error ? error.message : String(error)}\nThe next change starts it again.`)
    }
  }
  const stopWatching = watchSources(folder, () => {
    if (queued) return
    queued = true
    work = work.then(reload)
  })
  void watchOver(current)

  const end = async (how: 'stop' | 'kill') => {
    stopWatching()
    await work
    await endCurrent(how)
  }
  return { logFile, ended: new Promise(() => {}), stop: () => end('stop'), kill: () => end('kill') }
}

/** Editors save in several steps: one call once a folder has been quiet for a moment. */
function watchSources(folder: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || !/\.(ts|json)$/.test(file) || file.endsWith('.test.ts')) return
    clearTimeout(timer)
    timer = setTimeout(onChange, 150)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
