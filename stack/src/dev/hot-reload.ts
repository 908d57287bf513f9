import { watch } from 'node:fs'
import type { Part } from '../processes/child-process.ts'

type ReloadOptions = Readonly<{
  name: string
  /** A change of any source in this folder restarts the part. */
  folder: string
  start(): Promise<Part>
  say(line: string): void
}>

/**
 * Starts a part that restarts when its sources change. If it fails after a change, or ends by itself, this is reported and the next change
 * restarts it: a typing error must not stop the stack. The first start must succeed.
 */
export async function startReloading({ name, folder, start, say }: ReloadOptions): Promise<Part> {
  let current: Part | undefined = await start()
  let work = Promise.resolve()
  let queued = false
  const { logFile } = current

  const watchOver = async (part: Part) => {
    const how = await part.ended
    // A part that is being stopped is no longer the current one.
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

/** Editors save in several steps, so `onChange` is called once after a short quiet time. */
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
