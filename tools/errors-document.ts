import {
  type ErrorGroup,
  errorGroups,
  retryRules,
} from '@afara/server/entry/http/error-catalogue/error-catalogue.ts'
import { errorExample } from '@afara/server/entry/http/openapi/error-reply.ts'

/** Returns the page of errors, from the catalogue that the service itself uses. */
export function errorsDocument(): string {
  const { value } = errorExample('amount_below_minimum', 'http://127.0.0.1:8080')
  return `# Errors

<!-- Generated from server/src/entry/http/error-catalogue by "npm run generate". Do not edit. -->

Every error has this shape:

\`\`\`json
${JSON.stringify(value, null, 2)}
\`\`\`

| field | what it is |
|---|---|
| \`code\` | for programs; the meaning of a code never changes, and new codes may be added |
| \`message\` | for people; the wording may change |
| \`errors\` | every invalid field; some have more details: \`minimum\`, \`maximum\`, \`suggestions\`, \`transaction_id\` |
| \`request_id\` | the same as the header \`X-Request-Id\` and in our log; quote it when you contact us |
| \`docs_url\` | a link to the code on \`/docs/errors\`, where every running service serves this list |

The service checks in this order: URL and method, key, the key's address and scope, rate limit, body.

## When to try again

| answer | what to do |
|---|---|
${retryRules.map(({ answer, what }) => `| ${answer} | ${what} |`).join('\n')}

## Codes over HTTP

${sections('callers')}
## Codes of the admin command

The command prints \`Refused (<code>): <message>\` and ends with exit code 1. The statuses would apply over HTTP, which has no such routes yet.

${sections('operators')}`
}

function sections(audience: ErrorGroup['audience']): string {
  return errorGroups
    .filter((group) => group.audience === audience)
    .map(section)
    .join('\n')
}

function section({ title, entries }: ErrorGroup): string {
  const rows = Object.entries(entries).map(
    ([code, { status, meaning, fix }]) =>
      `| <a id="${code}"></a>\`${code}\` | ${status} | ${meaning} | ${fix} |`,
  )
  return `### ${title}

| code | status | meaning | fix |
|---|---|---|---|
${rows.join('\n')}
`
}
