import { Worker } from 'node:worker_threads'
import type { PublicUrls } from '../openapi/api-info.ts'

export type DocsFiles = Readonly<{
  /** The OpenAPI document, as JSON. */
  openApi: string
  /** The Postman collection, as JSON. */
  postman: string
  /** The page for language models. */
  llms: string
  /** The program of the API reference, compressed with gzip. */
  program: Uint8Array
  /** The HTML of each page that is rendered from Markdown, by the last part of its address. */
  pages: ReadonlyMap<string, string>
  /** The search index as JSON, compressed with gzip. */
  search: Uint8Array
}>

export type Docs = PublicUrls & Readonly<{ read(): Promise<DocsFiles> }>

/**
 * Returns the documentation files. The first request builds them in another thread, because this takes most of a second and no payment
 * should wait for a page.
 */
export function createDocs(urls: PublicUrls): Docs {
  let files: Promise<DocsFiles> | undefined
  return {
    ...urls,
    read: async () => {
      files ??= makeFiles(urls).catch((error: unknown) => {
        files = undefined
        throw error
      })
      return files
    },
  }
}

async function makeFiles(urls: PublicUrls): Promise<DocsFiles> {
  const worker = new Worker(new URL('./make-docs-files.ts', import.meta.url), { workerData: urls })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the documentation files could not be built')))
  })
}
