import { buildPages } from './web/build-pages.ts'

console.log(`PAGES_FOLDER=${await buildPages()}`)
