import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Readable, type Transform, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/**
 * Extracts what the last of the streams gives into a folder. The input of tar is no part of the pipeline: Node closes it when tar exits, and
 * if tar exits quickly, a pipeline calls that a premature close, although everything was written.
 */
export async function extractTar(
  folder: string,
  streams: readonly [Readable, ...Transform[]],
): Promise<void> {
  const tar = spawn('tar', ['-C', folder, '-xpf', '-'], { stdio: ['pipe', 'ignore', 'pipe'] })
  const [ended, said] = [once(tar, 'exit') as Promise<[number | null]>, text(tar.stderr)]
  tar.stdin.on('error', () => {})
  const input = new Writable({
    // If tar ended early, its exit code tells why.
    write: (chunk: Buffer, _encoding, done) => void tar.stdin.write(chunk, () => done()),
  })
  try {
    await pipeline([...streams, input])
  } catch (error) {
    // The caller may delete the folder now, so tar must not write any more.
    tar.kill()
    await ended
    throw error
  }
  tar.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`tar could not write ${folder}: ${await said}`)
}
