import { type Operation, successExample } from '../openapi/operation.ts'
import { PreviewReply } from './preview-wire.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const payee = { bank_name: 'GTBank', account_number: '0123456789', account_name: 'ADA OBI' }

const amounts = { amount: 25000.5, fee: 0, receives: 25000.5 }

const replies: Operation['replies'] = {
  200: {
    description: 'The expected result. Nothing was recorded.',
    schema: PreviewReply,
    examples: {
      fine: successExample('Ready to send', 'This would be accepted. Nothing was recorded.', {
        preview: { ok: true, ...amounts, needs: [], warnings: [], expected_by_seconds: 2460 },
      }),
      blocked: successExample('Two problems', '2 problems to fix. Nothing was recorded.', {
        preview: {
          ok: false,
          ...amounts,
          needs: [
            {
              code: 'bank_unknown',
              message: 'No bank matches "GT". Did you mean Guaranty Trust Bank (000013)?',
              field: 'bank_name',
              fix: 'Choose one of the `suggestions` in the error.',
              suggestions: [{ name: 'Guaranty Trust Bank', code: '000013' }],
            },
            {
              code: 'delivery_short',
              message:
                'We have too few tokens on Polygon for this amount. The buy would wait until we have more.',
              field: 'amount',
              fix: 'Reduce the amount, use a wallet on another network, or try again in an hour.',
            },
          ],
          warnings: [
            {
              code: 'wallet_odd',
              message: 'This wallet has no history on Polygon.',
            },
          ],
          expected_by_seconds: 2460,
        },
      }),
    },
  },
}

const told =
  'Send the body of the real request. The reply is 200: `needs` lists every problem with its fix, and `warnings` lists what you should know. The preview makes the same checks as the real request, networks and banks included, within three seconds. It records nothing. Only a malformed body is rejected.'

export const previewBuyOperation: Operation = {
  id: 'previewBuy',
  tag: 'Buy',
  summary: 'Preview a buy',
  description: `${told}\n\nSend the preview before the payer pays. You can omit the payer and the vendor account. A preview never discloses sanctions results.`,
  requestExamples: {
    before_payment: {
      summary: 'Before anybody has paid',
      value: { ...business, type: 'buy_ramp', amount: 25000.5, ...wallet },
    },
    with_payer: {
      summary: 'With the complete buy request',
      value: {
        ...business,
        type: 'buy_ramp',
        amount: 25000.5,
        vendor_name: 'TEST Ada Foods / Afara',
        vendor_bank: 'TEST BANK (not a bank)',
        vendor_number: '0000000003',
        bank_name: 'GTBank',
        account_number: '0123456789',
        ...wallet,
        reference: 'order-2291',
      },
    },
  },
  replies,
  refusals: ['business_mismatch'],
}

export const previewSellOperation: Operation = {
  id: 'previewSell',
  tag: 'Sell',
  summary: 'Preview a sell',
  description: told,
  requestExamples: {
    from_wallet: {
      summary: 'From a wallet',
      value: { ...business, type: 'sell_ramp', amount: 25000.5, ...payee, ...wallet },
    },
    from_balance: {
      summary: 'From the balance',
      value: { ...business, type: 'sell_ramp', amount: 25000.5, ...payee },
    },
  },
  replies,
  refusals: ['business_mismatch'],
}

export const previewWithdrawalOperation: Operation = {
  id: 'previewWithdrawal',
  tag: 'Withdraw',
  summary: 'Preview a withdrawal',
  description: told,
  requestExamples: {
    to_a_wallet: {
      summary: 'To a wallet',
      value: { ...business, type: 'withdrawal', amount: 25000.5, ...wallet },
    },
  },
  replies,
  refusals: ['business_mismatch'],
}
