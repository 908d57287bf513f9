import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { BusinessesReply, BusinessParams, BusinessReply } from './business-wire.ts'
import { caseRowExample } from './console-examples.ts'
import { ConsoleParams } from './console-wire.ts'

const at = '2026-11-18T09:18:24.000Z'
const business = {
  business_id: `biz_${'0'.repeat(32)}`,
  name: 'Ada Foods',
  link_tag: 'ada-foods',
  state: 'active',
  tier: 2,
  is_frozen: false,
  exposure_minor: '31000000',
  exposure_limit_minor: '40000000',
}

export const listBusinessesOperation: Operation = {
  id: 'listConsoleBusinesses',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'List businesses',
  description:
    'Businesses as they stand in one mode, those that used it last first, at most 200. Filter by `who` (part of a name or link tag) and `state`.',
  replies: {
    200: {
      description: 'The businesses.',
      schema: BusinessesReply,
      examples: {
        one: successExample('One business', '1 business.', {
          businesses: [
            {
              ...business,
              is_losing: false,
              file_waits_since: null,
              balance_minor: '125000000',
              open_cases: 1,
              last_at: at,
            },
          ],
          has_more: false,
        }),
      },
    },
  },
  refusals: [],
}

export const readBusinessOperation: Operation = {
  id: 'readConsoleBusiness',
  tag: 'Console',
  parameters: { path: BusinessParams },
  summary: 'Read a business',
  description:
    'Everything that an operator needs before they decide about a business: its go-live file and who decided it, terms with the amounts on which its fees lose money, limits and what is used of them, keys without their secrets, balances, open cases, the newest transactions, what people did, and what one person may decide for it.',
  replies: {
    200: {
      description: 'The business.',
      schema: BusinessReply,
      examples: {
        business: successExample('A live business', 'Ada Foods', {
          business: { ...business, frozen_because: null },
          go_live: {
            state: 'approved',
            file: 1,
            digest: 'a3f1',
            submitted_at: at,
            submitted_by: 'Ada Obi',
            lacks: [],
            company: { legal_name: 'Ada Foods Ltd', rc_number: 'RC1234567' },
            people: [
              { name: 'Ada Obi', role: 'director', share_bps: 10_000, identity_reference: 'smile-77' },
            ],
            documents: [{ kind: 'registration', name: 'cac.pdf', sha256: '9f86d081' }],
            account: { bank: 'GTBank', number: '0123456789', name: 'ADA FOODS LTD', match: 'match' },
            monthly_minor: '5000000000',
            largest_minor: '100000000',
            agreement: '2026-11, Ada Obi',
            consent: 'kora, KC-77',
            refused_at: null,
            to_fix: [],
            decided: {
              case_id: `cas_${'0'.repeat(32)}`,
              file: 1,
              at,
              proposed_by: 'Bisi Adeyemi',
              approved_by: 'Chidi Okafor',
            },
          },
          terms: {
            fee_flat_minor: '10000',
            fee_bps: 50,
            fee_cap_minor: '200000',
            default_wallet: null,
            daily_limit_minor: '500000000',
            velocity_hour_minor: null,
            velocity_wallet_day_minor: null,
            tolerance_minor: '100',
            may_hold_balance: true,
            may_number_customers: false,
            losses: [],
            lost_minor: null,
          },
          used: { day_minor: '31000000', hour_minor: '0' },
          balances: [{ asset: 'NGNC', available_minor: '125000000', held_minor: '0', owes_minor: '0' }],
          keys: [
            {
              key_id: `key_${'0'.repeat(32)}`,
              begins_with: 'svc_live_',
              label: 'checkout',
              scopes: ['read', 'buy'],
              networks: [],
              state: 'active',
              created_at: at,
              last_used_at: at,
              ends_at: null,
            },
          ],
          cases: [caseRowExample],
          transactions: [],
          activity: [{ at, sentence: 'Ada Obi submitted the go-live file.', subject: null }],
          standing: [],
        }),
      },
    },
  },
  refusals: ['business_unknown'],
}
