// Generated from docs/reference/openapi.json and the catalogue of errors by "npm run generate". Do not edit.
import type { Amount, AmountInput } from '../amount.ts'

export type BuyRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Always buy_ramp. */
  readonly type: 'buy_ramp'
  /** Naira, as it was sent to the vendor account. At most two decimals, no exponent; a decimal in quotes is accepted too. From 15000 to 250000000. */
  readonly amount: AmountInput
  /** vendorName of the account that was paid, from the list of vendors. */
  readonly vendor_name: string
  /** vendorBank of that account. */
  readonly vendor_bank: string
  /** vendorNumber of that account. */
  readonly vendor_number: string
  /** The bank that the payment came from: its name, a common short name, or its code. */
  readonly bank_name: string
  /** Ten digits, as text: leading zeros count. */
  readonly account_number: string
  /** The name on the account that the payment came from. */
  readonly account_name?: string
  /** Stellar, Polygon, Solana or Avalanche, in any case. Given together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** Your own name for the transaction: 1 to 64 letters, digits, ".", "_" or "-". Sending the same again returns the first. */
  readonly reference?: string
}

export type BuyReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people: says plainly that nothing is settled yet. */
  readonly message: string
  readonly transaction: BuyTransaction
}

export type BuyTransaction = {
  /** The id of the transaction. */
  readonly transaction_id: string
  readonly business: {
    /** Your business. */
    readonly business_id: string
  }
  /** Always Buy. */
  readonly type: 'Buy'
  /** Your reference, or one of ours if you gave none. */
  readonly reference: string
  /** Naira, exactly as it was asked for. */
  readonly amount: Amount
  /** The account of ours that was to be paid, from our records. */
  readonly link_account_name: string
  /** Its number. */
  readonly link_account_number: string
  /** Its bank. */
  readonly link_bank_name: string
  /** The account that the payment came from, as it was given. */
  readonly account_number: string
  /** Its bank, as it was given. */
  readonly bank_name: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Where the tokens go; empty when they go to your balance. */
  readonly network: string
  /** Who gets them; empty when they go to your balance. */
  readonly wallet_address: string
  /** The day in Lagos. */
  readonly date_created: string
  /** Where it has got to. New states may come. */
  readonly status:
    | 'pending_payment'
    | 'part_paid'
    | 'payment_received'
    | 'action_required'
    | 'on_hold'
    | 'cleared'
    | 'sending'
    | 'send_failed'
    | 'completed'
    | 'refunding'
    | 'refunded'
    | 'refund_failed'
    | 'expired'
    | 'cancelled'
    | 'recalled'
  /** The moment, in UTC. */
  readonly created_at: string
  /** Inside the amount: the tokens are amount − fee. */
  readonly fee: Amount
  /** What stands in the way of delivery; usually empty. */
  readonly needs: readonly {
    /** What is needed, for programs. */
    readonly code: string
    /** The same, for people. */
    readonly message: string
  }[]
}

/** The one shape of every refusal and failure. */
export type ErrorReply = {
  readonly status: 'error'
  /** What is wrong and what to do, for people. The words may change. */
  readonly message: string
  /** For programs. A code never changes its meaning; new ones may come. */
  readonly code: string
  /** Every field that is wrong; empty where it is about no field. */
  readonly errors: readonly Problem[]
  /** As in `X-Request-Id`. Quote it when you ask us. */
  readonly request_id: string
  /** The meaning of the code and its fix. */
  readonly docs_url: string
}

/** One field that cannot stand as it is. */
export type Problem = {
  /** The field or header that is wrong. */
  readonly field: string
  /** Why, for programs. */
  readonly code: string
  /** Why, for people. */
  readonly message: string
  /** The least, with `amount_below_minimum`. */
  readonly minimum?: Amount
  /** The most, with `amount_above_maximum`. */
  readonly maximum?: Amount
  /** The banks that were perhaps meant; `bank_name` takes either. */
  readonly suggestions?: readonly {
    readonly name: string
    readonly code: string
  }[]
  /** The transaction that the name was used for, or that this may repeat. */
  readonly transaction_id?: string
}

export type PayLinkRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Whole naira: we add some kobo, so that the payment says whose it is. At most two decimals, no exponent; a decimal in quotes is accepted too. From 15000 to 250000000. */
  readonly amount: AmountInput
  /** Stellar, Polygon, Solana or Avalanche, in any case. Given together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** What the payer pays for, as the page shows it. */
  readonly description?: string
  /** Where the page leads the payer back to: https; with a test key also http on this machine. */
  readonly return_url?: string
  /** Your own name for the transaction: 1 to 64 letters, digits, ".", "_" or "-". Sending the same again returns the first. */
  readonly reference?: string
  /** How long the page waits for the payment; 60 if it is left out. */
  readonly expires_in_minutes?: number
}

export type PayLinkReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly pay_link: PayLink
}

export type PayLink = {
  /** The id of the pay link. */
  readonly id: string
  /** The page for the payer. Its last part is a secret: whoever has it sees the page. */
  readonly url: string
  /** The id of the transaction. */
  readonly transaction_id: string
  /** That of the buy behind it. New states may come. */
  readonly status:
    | 'pending_payment'
    | 'part_paid'
    | 'payment_received'
    | 'action_required'
    | 'on_hold'
    | 'cleared'
    | 'sending'
    | 'send_failed'
    | 'completed'
    | 'refunding'
    | 'refunded'
    | 'refund_failed'
    | 'expired'
    | 'cancelled'
    | 'recalled'
  /** Your reference, or one of ours if you gave none. */
  readonly reference: string
  /** Naira, exactly as the payer is asked for it, kobo and all. */
  readonly amount: Amount
  /** Inside the amount: the tokens are amount − fee. */
  readonly fee: Amount
  /** The account of ours that is to be paid. */
  readonly account_name: string
  /** Its number. */
  readonly account_number: string
  /** Its bank. */
  readonly bank_name: string
  /** What the payer writes beside the payment. */
  readonly code: string
  /** Where the tokens go; empty when they go to your balance. */
  readonly network: string
  /** Who gets them; empty when they go to your balance. */
  readonly wallet_address: string
  /** What the payer is told that it is for. */
  readonly description: string | null
  /** Where the page leads the payer back to. */
  readonly return_url: string | null
  /** The moment, in UTC. */
  readonly created_at: string
  /** Until when the page waits for the payment, in UTC. */
  readonly expires_at: string
  /** What is odd about the wallet and no reason to refuse it; only in the answer that makes the link. */
  readonly warnings: readonly string[]
}

export type SellRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Always sell_ramp. */
  readonly type: 'sell_ramp'
  /** NGNC to sell; one is one naira. At most two decimals, no exponent; a decimal in quotes is accepted too. From 100 to 250000000. */
  readonly amount: AmountInput
  /** The bank to pay: its name, a common short name, or its code. */
  readonly bank_name: string
  /** Ten digits, as text: leading zeros count. */
  readonly account_number: string
  /** The name on the account to pay. */
  readonly account_name?: string
  /** Stellar, Polygon, Solana or Avalanche, in any case. Given together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** Your own name for the transaction: 1 to 64 letters, digits, ".", "_" or "-". Sending the same again returns the first. */
  readonly reference?: string
}

export type SellReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people: says plainly that nothing is paid out yet. */
  readonly message: string
  readonly transaction: SellTransaction
}

export type SellTransaction = {
  /** The id of the transaction. */
  readonly transaction_id: string
  readonly business: {
    /** Your business. */
    readonly business_id: string
  }
  /** Always Sell. */
  readonly type: 'Sell'
  /** Your reference, or one of ours if you gave none. */
  readonly reference: string
  /** NGNC, exactly as it was asked for. */
  readonly amount: Amount
  /** The account to pay, as it was given; empty if it was not. */
  readonly account_name: string
  /** Its number. */
  readonly account_number: string
  /** Its bank, as it was given. */
  readonly bank_name: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Where the tokens come from; empty when they were taken from your balance. */
  readonly network: string
  /** The wallet you named; empty when none. */
  readonly wallet_address: string
  /** The day in Lagos. */
  readonly date_created: string
  /** Where it has got to. New states may come. */
  readonly status:
    | 'pending_deposit'
    | 'part_deposited'
    | 'deposit_received'
    | 'action_required'
    | 'on_hold'
    | 'cleared'
    | 'paying_out'
    | 'payout_failed'
    | 'completed'
    | 'returned'
    | 'refunding'
    | 'refunded'
    | 'refund_failed'
    | 'expired'
    | 'cancelled'
  /** The moment, in UTC. */
  readonly created_at: string
  /** Inside the amount: the payout is amount − fee. */
  readonly fee: Amount
  /** What stands in the way of the payout; usually empty. */
  readonly needs: readonly {
    /** What is needed, for programs. */
    readonly code: string
    /** The same, for people. */
    readonly message: string
  }[]
  readonly deposit?: Deposit
  readonly payout: Payout
}

/** Where to send the tokens of a sell from a wallet. */
export type Deposit = {
  /** Send them on this network and no other. */
  readonly network: string
  /** Where to send them. With its memo, if it has one, it is for this sell alone. */
  readonly address: string
  /** What must be sent along, as a memo of the type id, where sells share an address (Stellar); empty elsewhere. */
  readonly memo: string
  /** NGNC to send, in one transfer. */
  readonly amount: Amount
  /** Until then (UTC) they are waited for. What comes later is not lost, but somebody has to decide about it. */
  readonly expires_at: string
}

/** What will be paid out. */
export type Payout = {
  /** The bank to pay. */
  readonly bank_name: string
  /** The account to pay. */
  readonly account_number: string
  /** Its name as it was given; empty if it was not. */
  readonly account_name: string
  /** Naira to be paid out: amount − fee. */
  readonly amount: Amount
}

export type WithdrawalRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Always withdrawal. */
  readonly type: 'withdrawal'
  /** NGNC to take from your balance and send. At most two decimals, no exponent; a decimal in quotes is accepted too. From 100 to 250000000. */
  readonly amount: AmountInput
  /** Stellar, Polygon, Solana or Avalanche, in any case. Given together with wallet_address. */
  readonly network: string
  /** An address on that network. */
  readonly wallet_address: string
  /** Your own name for the transaction: 1 to 64 letters, digits, ".", "_" or "-". Sending the same again returns the first. */
  readonly reference?: string
}

export type WithdrawalReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people: says plainly that nothing is sent yet. */
  readonly message: string
  readonly transaction: WithdrawalTransaction
}

export type WithdrawalTransaction = {
  /** The id of the transaction. */
  readonly transaction_id: string
  readonly business: {
    /** Your business. */
    readonly business_id: string
  }
  /** Always Withdrawal. */
  readonly type: 'Withdrawal'
  /** Your reference, or one of ours if you gave none. */
  readonly reference: string
  /** NGNC, exactly as it was asked for: all of it is sent. */
  readonly amount: Amount
  /** The link tag of your business. */
  readonly link_tag: string
  /** Where the tokens go. */
  readonly network: string
  /** Who gets them. */
  readonly wallet_address: string
  /** The day in Lagos. */
  readonly date_created: string
  /** Where it has got to. New states may come. */
  readonly status:
    | 'requested'
    | 'on_hold'
    | 'cleared'
    | 'sending'
    | 'send_failed'
    | 'completed'
    | 'returned_to_balance'
  /** The moment, in UTC. */
  readonly created_at: string
  /** Always 0: a withdrawal costs nothing. */
  readonly fee: Amount
  /** What stands in the way; always empty. */
  readonly needs: readonly {
    /** What is needed, for programs. */
    readonly code: string
    /** The same, for people. */
    readonly message: string
  }[]
}

export type TransactionReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** Where it has got to, in a sentence. */
  readonly message: string
  readonly transaction: BuyTransaction | SellTransaction | WithdrawalTransaction
}

export type TimelineReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** Where the money is now, in a sentence. */
  readonly message: string
  readonly timeline: {
    /** The id of the transaction. */
    readonly transaction_id: string
    /** Where it has got to. */
    readonly status: string
    /** Who had the money from then on: nobody else could move it. */
    readonly holder: 'payer' | 'business' | 'afara' | 'in_flight' | 'recipient' | 'sending_bank' | 'nobody'
    /** When this should be over; null when it is final, or when nobody can promise. */
    readonly expected_by: string | null
    /** Oldest first. */
    readonly steps: readonly TimelineStep[]
  }
}

export type TimelineStep = {
  /** When it happened, in UTC. */
  readonly at: string
  /** What happened, for programs. New words may come. */
  readonly event: string
  /** Where the transaction was from then on. */
  readonly status: string
  /** The same, for people. */
  readonly sentence: string
  /** Who had the money from then on: nobody else could move it. */
  readonly holder: 'payer' | 'business' | 'afara' | 'in_flight' | 'recipient' | 'sending_bank' | 'nobody'
  /** When this should be over; null when it is final, or when nobody can promise. */
  readonly expected_by: string | null
  /** What it can be shown by; may be empty. */
  readonly evidence: readonly {
    /** credit, transfer, deposit and payout are ids of ours; session is the bank’s own name for a payment, hash the network’s for a transfer. */
    readonly kind: 'credit' | 'session' | 'transfer' | 'hash' | 'deposit' | 'payout'
    /** What to look for, or to show to somebody who asks. */
    readonly id: string
  }[]
}

export type EventsReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** How many there are. */
  readonly message: string
  /** Oldest first. */
  readonly events: readonly FeedEvent[]
  /** Ask with this as `after` for what comes next. Keep it: it is your place in the feed. */
  readonly next_after: number
  /** More is there already. */
  readonly has_more: boolean
}

export type FeedEvent = {
  /** The id of the event. It is the same wherever the event is told, and however often. */
  readonly id: string
  /** What it is about, and the status that it led to. New ones may come. */
  readonly type:
    | 'buy.pending_payment'
    | 'buy.part_paid'
    | 'buy.payment_received'
    | 'buy.action_required'
    | 'buy.on_hold'
    | 'buy.cleared'
    | 'buy.sending'
    | 'buy.send_failed'
    | 'buy.completed'
    | 'buy.refunding'
    | 'buy.refunded'
    | 'buy.refund_failed'
    | 'buy.expired'
    | 'buy.cancelled'
    | 'buy.recalled'
    | 'sell.pending_deposit'
    | 'sell.part_deposited'
    | 'sell.deposit_received'
    | 'sell.action_required'
    | 'sell.on_hold'
    | 'sell.cleared'
    | 'sell.paying_out'
    | 'sell.payout_failed'
    | 'sell.completed'
    | 'sell.returned'
    | 'sell.refunding'
    | 'sell.refunded'
    | 'sell.refund_failed'
    | 'sell.expired'
    | 'sell.cancelled'
    | 'withdrawal.requested'
    | 'withdrawal.on_hold'
    | 'withdrawal.cleared'
    | 'withdrawal.sending'
    | 'withdrawal.send_failed'
    | 'withdrawal.completed'
    | 'withdrawal.returned_to_balance'
  /** Its place in the feed of your business in this mode: 1, 2, 3 … without a gap. */
  readonly number: number
  /** The how-manieth step of its transaction it is: 1, 2, 3 … without a gap. */
  readonly sequence: number
  /** Of which mode it is. */
  readonly mode: 'live' | 'test'
  /** When it happened, in UTC. */
  readonly created_at: string
  readonly data: {
    /** The status before; null when it is the first. */
    readonly previous_status: string | null
    /** The transaction as it was read at that status. */
    readonly transaction: BuyTransaction | SellTransaction | WithdrawalTransaction
  }
}

export type VendorReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly VendorList: readonly Vendor[]
}

/** A bank account of ours that buyers pay into. */
export type Vendor = {
  /** The name on the account. */
  readonly vendorName: string
  /** The account number. */
  readonly vendorNumber: string
  /** The name of the bank. */
  readonly vendorBank: string
}

export type BanksReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly banks: readonly Bank[]
}

/** A bank that an account can be at. */
export type Bank = {
  /** Takes the place of the name wherever a bank is asked for. */
  readonly code: string
  /** Its name. */
  readonly name: string
  /** Names that are understood as well. */
  readonly other_names: readonly string[]
  /** What kind of institution it is. New words may come. */
  readonly kind: string
  readonly health: BankHealth
}

/** From our own payments and nothing else. */
export type BankHealth = {
  /** good; slow: half of the payments take longer than a minute; degraded: more than one in ten does not come through; down: nothing comes through now; unknown: we have paid there fewer than five times in a week. */
  readonly state: 'good' | 'slow' | 'degraded' | 'down' | 'unknown'
  /** Half of our payments that came through took no longer; null where too few were made. */
  readonly typical_seconds: number | null
  /** Of a hundred payments so many came through; null where too few were made. */
  readonly success_percent: number | null
  /** What this is told from. */
  readonly attempts: number
}

export type NameEnquiryRequest = {
  /** The bank: its name, a common short name, or its code. */
  readonly bank_name: string
  /** Ten digits, as text: leading zeros count. */
  readonly account_number: string
  /** The name that you were given, to be compared with the bank’s. */
  readonly account_name?: string
}

export type NameEnquiryReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** The same, for people. */
  readonly message: string
  readonly enquiry: NameEnquiry
}

export type NameEnquiry = {
  /** The bank that was asked. */
  readonly bank_name: string
  /** Its code. */
  readonly bank_code: string
  /** The account. */
  readonly account_number: string
  /** match: surely the same name. near: perhaps, it is not clearly another. different: clearly another, and a sell would be refused. found: the account is there, and you gave no name to compare. not_found: the bank has no such account. no_answer: the bank did not say, which means nothing. */
  readonly outcome: 'match' | 'near' | 'different' | 'found' | 'not_found' | 'no_answer'
  /** Of the name that the bank has, only where you gave none. The name itself is never told. */
  readonly initials: string | null
}

export type Rates = {
  /** Naira (NGNC), at most 6 decimals. */
  readonly USD: Amount
  /** Naira (NGNC), at most 6 decimals. */
  readonly GBP: Amount
  /** Naira (NGNC), at most 6 decimals. */
  readonly EUR: Amount
  /** Naira (NGNC), at most 6 decimals. */
  readonly TRY: Amount
  /** Naira (NGNC), at most 6 decimals. */
  readonly CNY: Amount
  /** Naira (NGNC), at most 6 decimals. */
  readonly CHF: Amount
  /** Naira (NGNC), at most 6 decimals. */
  readonly CAD: Amount
  /** Naira (NGNC), at most 6 decimals. */
  readonly AED: Amount
  /** Naira (NGNC), at most 6 decimals. */
  readonly KES: Amount
}

export type KeyReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly key: Key
}

/** Who a key speaks for. Never the key itself. */
export type Key = {
  /** The business that it belongs to. */
  readonly business_id: string
  /** The link tag of that business. */
  readonly link_tag: string
  /** Which money it moves: none that is real in test. */
  readonly mode: 'test' | 'live'
  /** What it may do. */
  readonly scopes: readonly ('read' | 'buy' | 'sell' | 'payouts' | 'webhooks')[]
  /** How often it may call in a window. */
  readonly requests_per_window: number
  /** How long a window is. */
  readonly window_seconds: number
}

export type DrillReply = {
  readonly drill: {
    /** The id of the drill. */
    readonly id: string
    /** How far it has got. */
    readonly status: 'started' | 'halfway' | 'finished'
  }
}

export type Health = {
  /** Whether requests can be answered. */
  readonly status: 'ok' | 'error'
  /** Whether the record can be reached. */
  readonly postgresql: boolean
}

/** What each operation takes and gives. */
export type Operations = {
  /** Initiate a buy. */
  readonly initiateBuy: {
    readonly path: undefined
    readonly query: undefined
    readonly body: BuyRequest
    readonly reply: BuyReply
  }
  /** Make a pay link. */
  readonly makePayLink: {
    readonly path: undefined
    readonly query: undefined
    readonly body: PayLinkRequest
    readonly reply: PayLinkReply
  }
  /** Read a pay link. */
  readonly readPayLink: {
    readonly path: {
      /** The id of the pay link. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: PayLinkReply
  }
  /** Cancel a pay link. */
  readonly cancelPayLink: {
    readonly path: {
      /** The id of the pay link. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: PayLinkReply
  }
  /** Initiate a sell. */
  readonly initiateSell: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SellRequest
    readonly reply: SellReply
  }
  /** Withdraw tokens to a wallet. */
  readonly initiateWithdrawal: {
    readonly path: undefined
    readonly query: undefined
    readonly body: WithdrawalRequest
    readonly reply: WithdrawalReply
  }
  /** Read a transaction. */
  readonly readTransaction: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: TransactionReply
  }
  /** Where is the money. */
  readonly readTimeline: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: TimelineReply
  }
  /** Read the feed of events. */
  readonly readEvents: {
    readonly path: undefined
    readonly query: {
      /** The `number` of the last event that you have; 0, or nothing, for the first. */
      readonly after?: number | string
      /** At most so many, 1 to 100; 100 when not given. */
      readonly limit?: number | string
      /** Where there is none yet, wait so many seconds for the next, 0 to 25. */
      readonly wait?: number | string
      /** Only those of one transaction. */
      readonly transaction_id?: string
    }
    readonly body: undefined
    readonly reply: EventsReply
  }
  /** List the vendor accounts. */
  readonly listVendors: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: VendorReply
  }
  /** List the vendor accounts, by another name. */
  readonly listVendorsAgain: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: VendorReply
  }
  /** List the test vendor accounts. */
  readonly listTestVendors: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: VendorReply
  }
  /** List the banks. */
  readonly listBanks: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: BanksReply
  }
  /** Ask whose account it is. */
  readonly enquireName: {
    readonly path: undefined
    readonly query: undefined
    readonly body: NameEnquiryRequest
    readonly reply: NameEnquiryReply
  }
  /** Read the USDC rates. */
  readonly readUsdcRates: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: Rates
  }
  /** Who am I? */
  readonly readKey: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: KeyReply
  }
  /** Start a drill. */
  readonly startDrill: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: DrillReply
  }
  /** Read a drill. */
  readonly readDrill: {
    readonly path: {
      /** The id of the drill. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: DrillReply
  }
  /** Is it up? */
  readonly readHealth: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: Health
  }
  /** Read the OTC buy rates. */
  readonly readOtcRates: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: Rates
  }
}

/** Where each operation is asked. `named` takes an Idempotency-Key: asked again under one name it has one effect. */
export const operations = {
  initiateBuy: { method: 'POST', path: '/transactions/v1/onramp', base: 'api', named: true },
  makePayLink: { method: 'POST', path: '/pay-links/v1', base: 'api', named: true },
  readPayLink: { method: 'GET', path: '/pay-links/v1/{id}', base: 'api', named: false },
  cancelPayLink: { method: 'POST', path: '/pay-links/v1/{id}/cancel', base: 'api', named: false },
  initiateSell: { method: 'POST', path: '/transactions/v1/offramp', base: 'api', named: true },
  initiateWithdrawal: { method: 'POST', path: '/transactions/v1/withdrawals', base: 'api', named: true },
  readTransaction: { method: 'GET', path: '/transactions/v1/{id}', base: 'api', named: false },
  readTimeline: { method: 'GET', path: '/transactions/v1/{id}/timeline', base: 'api', named: false },
  readEvents: { method: 'GET', path: '/events/v1', base: 'api', named: false },
  listVendors: { method: 'GET', path: '/transactions/v1/vendors', base: 'api', named: false },
  listVendorsAgain: { method: 'GET', path: '/transactions/v1/list_vendors', base: 'api', named: false },
  listTestVendors: { method: 'GET', path: '/transactions/v1/test-vendors', base: 'api', named: false },
  listBanks: { method: 'GET', path: '/banks/v1', base: 'api', named: false },
  enquireName: { method: 'POST', path: '/banks/v1/name-enquiry', base: 'api', named: false },
  readUsdcRates: { method: 'GET', path: '/rates/v1/usdc-ngnc', base: 'api', named: false },
  readKey: { method: 'GET', path: '/keys/v1/me', base: 'api', named: false },
  startDrill: { method: 'POST', path: '/drills/v1', base: 'api', named: true },
  readDrill: { method: 'GET', path: '/drills/v1/{id}', base: 'api', named: false },
  readHealth: { method: 'GET', path: '/health', base: 'api', named: false },
  readOtcRates: { method: 'GET', path: '/otc/buy', base: 'otc', named: false },
} as const

/** Fields whose numbers count something. Every other number is money or a rate, and is kept as the text it came in. */
export const integerFields: ReadonlySet<string> = new Set([
  'attempts',
  'expires_in_minutes',
  'next_after',
  'number',
  'requests_per_window',
  'sequence',
  'success_percent',
  'typical_seconds',
  'window_seconds',
])

/** What to do about each code. New codes may come: treat one that you do not know by the class of its error. */
export const fixes = {
  not_found: 'Check the path and the method: another case or a slash at the end is another URL.',
  malformed: 'The message says which.',
  body_too_large: 'No request needs as much: send its fields and nothing else.',
  not_json: 'Send the header `content-type: application/json`.',
  field_required: 'Add the fields that `errors` names.',
  field_unknown: 'Check the spelling, or take it out: in a request about money nothing is ignored.',
  field_type: 'Text is in quotes; an amount is a number or a decimal in quotes.',
  field_invalid: 'The message of that field in `errors` says what would fit.',
  internal:
    'Send it again with the same `reference` or `Idempotency-Key`. If it stays, quote the `request_id` to us.',
  unavailable:
    'Wait as `Retry-After` says and send the same request with the same `reference` or `Idempotency-Key`: it cannot be recorded twice.',
  overloaded: 'Wait as `Retry-After` says and send it again.',
  key_missing: 'Send it in the header `svc-sec-key`.',
  key_malformed: 'A key starts with `svc_live_` or `svc_test_`; copy it whole.',
  key_mistyped: 'Copy it again; a character is wrong or missing.',
  key_wrong_cell: 'Use the base address of the cell that the message names.',
  key_unknown: 'Use a key that was issued to you. The admin command takes the id (`key_…`), not the secret.',
  key_revoked: 'Use another, or ask for a new one.',
  key_expired: 'Use its successor.',
  ip_not_allowed: 'Call from a listed network, or have a key issued with yours.',
  business_suspended: 'Contact support.',
  scope_missing:
    'The message names the scope: have a key issued with it. Selling from the balance takes `payouts` beside `sell`.',
  test_mode_only: 'Use a test key.',
  rate_limited: 'Wait as `Retry-After` says. `RateLimit` in every reply tells how much is left.',
  amount_malformed: 'Digits with an optional point: `15000` or `15000.50`; no sign, exponent or grouping.',
  amount_too_fine: 'Naira and NGNC have two.',
  amount_below_minimum: '`minimum` beside the error is the least.',
  amount_above_maximum: '`maximum` beside the error is the most; send several.',
  amount_below_fee: 'Send more.',
  insufficient_balance: 'Ask for less, or add to the balance first.',
  daily_limit:
    'Wait until tomorrow, or have the limit raised. (A buy is accepted, and has this among its `needs`.)',
  no_free_amount: 'Ask for another amount or account, or try again when some are paid or in some days.',
  business_mismatch: 'Take both, and the key, from the same business.',
  transaction_unknown: 'Check the id and the key: another business or mode cannot see it.',
  beneficiary_name_mismatch:
    'Check `account_number`, `bank_name` and `account_name` with whoever is to be paid.',
  idempotency_key_invalid: '1 to 255 visible ASCII characters, in one header. A UUID is a good one.',
  idempotency_key_conflict:
    'Use a new one for a new request, and the old one only to send exactly the same again.',
  reference_conflict: 'Choose a new reference, or send exactly what was sent first.',
  possible_duplicate: 'If you mean a second one, give it a `reference` or an `Idempotency-Key`.',
  delivery_not_open: 'Name a wallet on another network.',
  delivery_stopped: 'Try again later, name a wallet on another network, or ask us.',
  delivery_short: 'Ask for less, name a wallet on another network, or try again in an hour.',
  payouts_stopped: 'Try again later, or ask us.',
  receipt_not_ready: 'Read its timeline, and ask again when it is over.',
  trace_letter_not_possible: 'Its timeline says where the money is, and what it can be shown by.',
  pay_link_unknown: 'Check the id, and that the key is of the right mode.',
  pay_link_not_open: 'Read the link to see where it is. Naira that arrived is delivered or sent back.',
  return_url_invalid:
    'Give an https URL of at most 500 characters. With a test key, http on this machine (127.0.0.1 or localhost) is fine too.',
  wallet_cannot_receive: 'Do what the message says, then ask again: nobody has paid yet.',
  cursor_invalid: 'Give `next` back exactly as it came, or begin without `after`.',
  export_too_large: 'Ask for less at a time: a month by `from` and `to`, or one `type` or `status`.',
  wallet_incomplete: 'Give both or neither.',
  wallet_required: 'Give `network` and `wallet_address`, or have a default wallet set.',
  deposits_not_open: 'Name another network, or sell from your balance.',
  withdrawals_not_open: 'Name another network.',
  withdrawals_stopped: 'Try again later, or ask us.',
  network_unknown: 'Stellar, Polygon, Solana or Avalanche; case does not matter.',
  wallet_address_invalid: 'Copy it again from the wallet, whole.',
  wallet_address_wrong_network: 'Name the network that it belongs to, or give an address of the one named.',
  wallet_address_forbidden: 'Give the address of a wallet that you control.',
  wallet_address_unsupported: 'Give the kind of address that the message names.',
  wallet_address_is_secret:
    'Count it as exposed: move what it holds to a new wallet, and give the address of that one.',
  bank_unknown: 'Choose from `suggestions` beside the error.',
  bank_ambiguous: 'Give the code of the one you mean, from `suggestions` beside the error.',
  name_enquiry_limit:
    'Wait as `Retry-After` says. Ask when somebody is to be paid, and not for lists of accounts.',
  unknown_vendor: 'Copy all three from the list of vendors, of the mode of your key.',
  test_vendor_with_live_key: 'Name a live account, or use a test key.',
  rate_stale: 'Wait as `Retry-After` says and ask again.',
  payouts_short: 'Sell less, or try again in an hour.',
} as const

/** Every code that a caller can meet. */
export type ErrorCode = keyof typeof fixes
