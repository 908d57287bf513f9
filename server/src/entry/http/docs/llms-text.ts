import { apiInfo, apiTags, type PublicUrls } from '../openapi/api-info.ts'
import { siteGroups } from './site-pages.ts'

type Paths = Readonly<
  Record<string, Readonly<Record<string, Readonly<{ summary?: string; tags?: readonly string[] }>>>>
>

/** Makes a page for language models (llmstxt.org): what Afara is, the rules, every page and every operation. */
export function makeLlmsText(document: object, { baseUrl }: PublicUrls): string {
  const { paths } = document as { paths: Paths }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const pages = siteGroups.map(
    ({ title, pages: listed }) =>
      `## ${title}\n\n${listed.map(({ slug, title: name, about }) => `- [${name}](${baseUrl}/docs/${slug}): ${about}`).join('\n')}`,
  )
  const operations = apiTags.map(({ name, description }) => {
    const lines = all
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(({ path, method, operation }) => `- \`${method} ${path}\`: ${operation.summary}`)
    return `### ${name}\n\n${description}\n\n${lines.join('\n')}`
  })
  return `# ${apiInfo.title}

> ${apiInfo.summary}

${apiInfo.description.replaceAll('](/docs', `](${baseUrl}/docs`)}

Base URL: ${baseUrl}. Amounts are decimals with at most two places: read them as decimals, never as floats.

## Machine-readable

- [OpenAPI document](${baseUrl}/openapi.json): every request, reply and error, with examples
- [Postman collection](${baseUrl}/postman.json): every operation as a request

${pages.join('\n\n')}

## Operations

${operations.join('\n\n')}
`
}
