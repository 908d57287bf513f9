import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where backups are kept. Names have one folder, such as `wal/000000010000000000000003`. An object store fits behind it. */
export type Archive = Readonly<{
  /** Stores what the last of the streams gives. When it returns, the object is whole and durable; before that, nobody sees it. */
  put(name: string, streams: readonly [Readable, ...Transform[]]): Promise<void>
  get(name: string): Readable
  /** Returns the names in a folder, sorted. */
  list(folder: string): Promise<string[]>
  /** Removes an object. Safe to repeat. */
  remove(name: string): Promise<void>
}>

/** Keeps the objects as files. The folder should be a mount of another machine. */
export function createFileArchive(root: string): Archive {
  return {
    async put(name, streams) {
      // One writer of a folder per machine, so what an interrupted write left is overwritten by the next.
      const draft = join(root, `.incoming-${hostname()}-${dirname(name)}`)
      const file = join(root, name)
      await mkdir(dirname(file), { recursive: true })
      const sum = createHash('sha256')
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          sum.update(chunk)
          done(null, chunk)
        },
      })
      await pipeline([...streams, measure, createWriteStream(draft, { flush: true, mode: 0o600 })])
      if ((await digestOf(draft)) !== sum.digest('hex'))
        throw new Error(`${draft} does not contain what was written to it. Look at the disk of ${root}`)
      await rename(draft, file)
      await syncFolder(dirname(file))
    },
    get: (name) => createReadStream(join(root, name)),
    list: async (folder) =>
      (await readdir(join(root, folder)).catch(orNothing)).sort().map((name) => `${folder}/${name}`),
    remove: async (name) => rm(join(root, name), { force: true }),
  }
}

async function digestOf(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return sum.digest('hex')
}

/** A renamed file is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

function orNothing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
