import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString, type Plugin } from '@redocly/openapi-core'

const path = process.argv[2] ?? 'docs/reference/openapi.json'

type WithContent = { content?: Record<string, { examples?: object }> }

/** Readers look at examples first, so every status of every operation and every body must have one. */
const examples: Plugin = {
  id: 'examples',
  rules: {
    oas3: {
      'for-every-status': () => ({
        Response: (response: WithContent, context) => {
          if (!hasExample(response)) context.report({ message: 'This response has no example.' })
        },
      }),
      'for-every-body': () => ({
        RequestBody: (body: WithContent, context) => {
          if (!hasExample(body)) context.report({ message: 'This body has no example.' })
        },
      }),
    },
  },
}

function hasExample({ content }: WithContent): boolean {
  return Object.values(content ?? {}).some((media) => Object.keys(media.examples ?? {}).length > 0)
}

const config = await createConfig({
  extends: ['recommended'],
  plugins: [examples],
  rules: {
    'examples/for-every-status': 'error',
    'examples/for-every-body': 'error',
    'operation-description': 'error',
    'operation-tag-defined': 'error',
    'parameter-description': 'error',
  },
})
const source = await readFile(path, 'utf8')
const problems = await lintFromString({ source, absoluteRef: path, config })
for (const { ruleId, message, location } of problems) {
  console.error(`${ruleId}: ${message}\n  ${location[0]?.pointer ?? ''}`)
}
const { paths } = JSON.parse(source) as { paths: Record<string, object> }
const operations = Object.values(paths).flatMap(Object.keys).length
console.log(`openapi operations=${operations} problems=${problems.length}`)
// A document without operations would also have no problems.
process.exit(problems.length > 0 || operations === 0 ? 1 : 0)
