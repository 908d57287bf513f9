import {
  type Choice,
  defaultMessages,
  effectOf,
  questions,
  waitingForStaff,
} from '@afara/server/records/cases/business/questions.ts'

/** Returns the page of what a business decides, from the table that the API uses. */
export function questionsDocument(): string {
  return `# What you decide

<!-- Generated from server/src/records/cases/business/questions.ts by "npm run generate". Do not edit. -->

Some questions about a transaction only you can answer. Each is a **case**. The transaction says so in \`needs\` and \`reason\`, the event
\`case.opened\` tells you at once, and \`GET /cases/v1?state=open\` lists what is open.

\`\`\`sh
curl -s $BASE/cases/v1/cas_…/decisions -H "svc-sec-key: $KEY" -H 'content-type: application/json' -d '{"choice": "accept"}'
\`\`\`

The same decision again changes nothing and gets the same reply. Another decision gets 409 \`case_decided\` with what was decided. If the
money moves on before you decide, for example because the rest of a payment arrives, the case ends and a decision gets 409
\`case_not_open\`. If our staff must look first, you get 409 \`case_with_us\`.

## Questions

| transaction | status | code | question | choices | deadline | if you do not decide |
|---|---|---|---|---|---|---|
${questions
  .map(
    (one) =>
      `| ${one.type} | \`${one.status}\` | \`${one.code}\` | ${one.message} | ${one.choices.map((choice) => `\`${choice}\``).join(', ')} | ${one.hours} h | \`${one.default}\` |`,
  )
  .join('\n')}

${Object.entries(defaultMessages)
  .map(([code, message]) => `- \`${code}\`: ${message}`)
  .join('\n')}

## Choices

| choice | of a buy | of a sell | send with it | short path |
|---|---|---|---|---|
${rowsOf()}

A short path answers the newest case of a transaction, for example \`POST /transactions/v1/{id}/accept\`. \`POST /transactions/v1/{id}/cancel\`
cancels a buy or a sell for which nothing has arrived.

## Who may decide

| | a key needs | a person on the dashboard needs |
|---|---|---|
| a buy | \`buy\` | the role owner, administrator or finance, and a passkey for each decision |
| a sell | \`sell\` | the same |
| another beneficiary of a sell | \`sell\`; \`payouts\` if the sell is from the balance | not possible: return the tokens and order a payment |
| another wallet of a buy | \`buy\` | not possible: use a key, or return the naira |

A wallet or a beneficiary that you name passes every check again. Naira that goes back always goes to the account that it came from: nobody
can name another. A payment that your members ordered on the dashboard pays the account that they signed, or nobody.

## What our staff decides

${Object.entries(waitingForStaff)
  .map(([state, message]) => `- \`${state}\`: ${message}`)
  .join('\n')}
- \`on_hold\`: a review. You need not do anything.
`
}

const more: Readonly<Partial<Record<Choice, Readonly<{ with: string; path: string }>>>> = {
  accept: { with: '–', path: '`/accept`' },
  return: { with: '–', path: '`/return`' },
  wallet: { with: '`network`, `wallet_address`', path: '`/wallet`' },
  beneficiary: { with: '`bank_name`, `account_number`, `account_name`', path: '`/beneficiary`' },
}

function rowsOf(): string {
  const all = [...new Set(questions.flatMap((one): readonly Choice[] => one.choices))]
  return all
    .map((choice) => {
      const { with: fields, path } = more[choice] ?? { with: '–', path: '–' }
      const does = (type: 'buy' | 'sell') =>
        questions.some((one) => one.type === type && one.choices.some((each) => each === choice))
          ? effectOf(type, choice)
          : '–'
      return `| \`${choice}\` | ${does('buy')} | ${does('sell')} | ${fields} | ${path} |`
    })
    .join('\n')
}
