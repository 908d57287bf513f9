import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  nameReturnAccount,
  type ReturnOutcome,
  returnOutcomes,
} from '../../../flows/pay-links/name-return-account.ts'
import { printMoney } from '../../../kernel/money/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Bank } from '../../../records/banks/bank-directory.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import { isPayToken } from '../../../records/pay-links/pay-link-store.ts'
import { readPayPage } from '../../../records/pay-links/pay-page-store.ts'
import { type ReturnAccount, readReturnAccount } from '../../../records/pay-links/return-account-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { type Html, html } from '../html.ts'
import { payerBankName, payerBanks } from './bank-paces.ts'
import { fill, type PayWords } from './pay-words.ts'

const PATH = 'return-account'

/** What happened to the account that the visitor named just now; in the address, so that it works without scripts. */
export type ReturnAnswer = ReturnOutcome | 'bank' | 'number'

const answers: ReadonlySet<string> = new Set([...returnOutcomes, 'bank', 'number'])

export function readReturnAnswer(query: Readonly<Record<string, unknown>>): ReturnAnswer | undefined {
  const text = query['returned']
  return typeof text === 'string' && answers.has(text) ? (text as ReturnAnswer) : undefined
}

/** Asks where naira goes that goes back, or says where. */
export function returnCard(
  token: string,
  account: ReturnAccount,
  answer: ReturnAnswer | undefined,
  { returnTo, returnExtra }: PayWords,
): Html {
  const said = account.extra === null ? returnTo : { ...returnTo, ...returnExtra }
  const extra = account.extra === null ? '' : printMoney(account.extra)
  const title = fill(said.title, { extra })
  const bank = payerBankName(account.bankCode, account.bankName) ?? ''
  if (account.state === 'named') {
    const text = fill(said.named, { bank, ending: account.ending ?? '', extra })
    return html`<section class="card return" id="return" aria-label="${title}"><h2>${title}</h2><p>${text}</p></section>`
  }
  const problem =
    answer === undefined || answer === 'match'
      ? undefined
      : html`<p class="wrong" role="alert">${said.answers[answer]}</p>`
  const bankField =
    account.bankCode === null
      ? html`<label>${said.bank}<input name="bank" required maxlength="100" list="banks" autocomplete="off"></label><datalist id="banks">${payerBanks.map(([, name]) => html`<option value="${name}"></option>`)}</datalist>`
      : html`<p class="of">${said.bank}<b>${bank}</b></p>`
  return html`<section class="card return" id="return" aria-label="${title}"><h2>${title}</h2><p>${fill(said.why, { extra })}</p>${problem}
<form method="post" action="/pay/${token}/${PATH}">${bankField}<label>${said.number}<input name="number" required inputmode="numeric" pattern="[0-9]{10}" maxlength="10" autocomplete="off"></label>
<button class="btn">${said.send}</button></form><p class="small">${said.how}</p></section>`
}

type Deps = Pick<AppDeps, 'pool' | 'visitorPool' | 'clock' | 'nameEnquiry' | 'gate'>
type Asked = { Params: { token: string }; Body: URLSearchParams }
type Answering = Readonly<{
  headers: Readonly<Record<string, string>>
  /** Answers a request that is refused before its body counts; undefined if it is not. */
  refuse(request: FastifyRequest<Asked>, reply: FastifyReply): FastifyReply | undefined
  /** Answers a request for a page that does not exist. */
  unknown(request: FastifyRequest, reply: FastifyReply): FastifyReply
}>

/** Takes the account that a form of the page sends, and shows the page again. */
export function returnAccountRoute(app: FastifyInstance, deps: Deps, answering: Answering): void {
  // A form of a page without scripts has no JSON.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post<Asked>(`/pay/:token/${PATH}`, {
      config: { access: 'public', limitsItself: true },
      handler: async (request, reply) => {
        reply.headers(answering.headers)
        const { token } = request.params
        const refused = answering.refuse(request, reply)
        if (refused !== undefined) return refused
        const page = isPayToken(token) ? await readPayPage(deps.visitorPool, token) : undefined
        if (page === undefined) return answering.unknown(request, reply)
        // The bank may take seconds to tell the name, and other pages do not wait for it.
        deps.gate.pageTurns.end(request)
        const answer = await take(deps, token, request.body)
        return reply.redirect(`/pay/${token}?returned=${answer}#return`, 303)
      },
    })
  })
}

async function take(deps: Deps, token: string, form: URLSearchParams | undefined): Promise<ReturnAnswer> {
  const account = await readReturnAccount(deps.pool, token)
  if (account === undefined) return 'closed'
  const number = form?.get('number')?.trim() ?? ''
  if (!/^\d{10}$/.test(number)) return 'number'
  const bank = bankOf(account.bankCode ?? form?.get('bank') ?? '')
  return bank === undefined ? 'bank' : nameReturnAccount(deps, token, bank, number)
}

function bankOf(text: string): Bank | undefined {
  try {
    return requireBank(text.trim())
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
