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
| \`code\` | for programs; its meaning never changes, and new codes may be added |
| \`message\` | for people; the wording may change |
| \`errors\` | every invalid field, some with \`minimum\`, \`maximum\`, \`suggestions\` or \`transaction_id\` |
| \`request_id\` | equals the header \`X-Request-Id\`; quote it when you contact us |
| \`docs_url\` | the code in this list, which every service shows at \`/docs/errors\` |

[Request rules](wire.md#keys-and-the-order-of-checks) has the order of checks.

## When to try again

| answer | what to do |
|---|---|
${retryRules.map(({ answer, what }) => `| ${answer} | ${what} |`).join('\n')}

## Codes over HTTP

${sections('callers')}
## Codes of the people process

The people process, at which operators and members sign in, answers in the same format.

${sections('people')}
## Codes of the admin command

The command prints \`Rejected (<code>): <what is wrong>\` and ends with exit code 1.

${sections('operators')}`
}

function sections(audience: ErrorGroup['audience']): string {
  return errorGroups
    .filter((group) => group.audience === audience)
    .map(section)
    .join('\n')
}

function section({ title, audience, entries }: ErrorGroup): string {
  const isServed = audience === 'callers'
  const rows = Object.entries(entries).map(([code, { status, meaning, fix }]) =>
    isServed
      ? `| <a id="${code}"></a>\`${code}\` | ${status} | ${meaning} | ${fix} |`
      : // The command has no status and no docs_url, and prints what is wrong itself.
        `| \`${code}\` | ${fix} |`,
  )
  return `### ${title}

${isServed ? '| code | status | meaning | fix |\n|---|---|---|---|' : '| code | fix |\n|---|---|'}
${rows.join('\n')}
`
}
