import {
  type ErrorGroup,
  errorGroups,
  retryRules,
} from '@afara/server/entry/http/error-catalogue/error-catalogue.ts'
import { errorExample } from '@afara/server/entry/http/openapi/error-reply.ts'

/** The page of errors, from the catalogue that the service itself answers by. */
export function errorsDocument(): string {
  const { value } = errorExample('amount_below_minimum', 'http://127.0.0.1:8080')
  return `# Errors

<!-- Generated from server/src/entry/http/error-catalogue by "npm run generate". Do not edit. -->

Every error has this shape, whatever was asked for:

\`\`\`json
${JSON.stringify(value, null, 2)}
\`\`\`

| field | what it is |
|---|---|
| \`code\` | for programs; a code never changes its meaning, and new ones may come |
| \`message\` | for people; the words may change |
| \`errors\` | every field that is wrong, all at once; some carry more: \`minimum\`, \`maximum\`, \`suggestions\`, \`transaction_id\` |
| \`request_id\` | as in the header \`X-Request-Id\` and in our log: quote it when you ask us |
| \`docs_url\` | leads to the code on \`/docs/errors\`, where every running service serves this list |

An unknown URL or method is answered before the key is looked at, the key before its address and scope, and those before the
body.

## When to try again

| answer | what to do |
|---|---|
${retryRules.map(({ answer, what }) => `| ${answer} | ${what} |`).join('\n')}

## Codes over HTTP

${sections('callers')}
## Codes of the admin command

It prints \`Refused (<code>): <message>\` and ends with exit code 1. The statuses are for the day these are asked for over
HTTP.

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
