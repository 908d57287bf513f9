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

export type BuyPreviewRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Always buy_ramp. */
  readonly type: 'buy_ramp'
  /** Naira, as it was sent to the vendor account. At most two decimals, no exponent; a decimal in quotes is accepted too. From 15000 to 250000000. */
  readonly amount: AmountInput
  /** The name on the account that the payment came from. */
  readonly account_name?: string
  /** Stellar, Polygon, Solana or Avalanche, in any case. Given together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** Your own name for the transaction: 1 to 64 letters, digits, ".", "_" or "-". Sending the same again returns the first. */
  readonly reference?: string
  /** vendorName of the account that was paid, from the list of vendors. */
  readonly vendor_name?: string
  /** vendorBank of that account. */
  readonly vendor_bank?: string
  /** vendorNumber of that account. */
  readonly vendor_number?: string
  /** The bank that the payment came from: its name, a common short name, or its code. */
  readonly bank_name?: string
  /** Ten digits, as text: leading zeros count. */
  readonly account_number?: string
}

export type PreviewReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly preview: Preview
}

export type Preview = {
  /** Whether nothing stands in the way: the same as no needs. */
  readonly ok: boolean
  /** As it was asked for; null where it could not be read. */
  readonly amount: Amount | null
  /** Inside the amount. */
  readonly fee: Amount | null
  /** What arrives: amount − fee. */
  readonly receives: Amount | null
  /** All that stands in the way, each with its fix. */
  readonly needs: readonly PreviewNeed[]
  /** What to know, and no reason to refuse it. */
  readonly warnings: readonly PreviewWarning[]
  /** How long it should take at most, once the naira or the tokens are here. */
  readonly expected_by_seconds: number
}

export type PreviewNeed = {
  /** What is in the way, for programs. New words may come. */
  readonly code: string
  /** The same, for people. */
  readonly message: string
  /** The field to look at first; null where it is none of them. */
  readonly field: string | null
  /** What mends it. */
  readonly fix: string
  /** Banks that were perhaps meant. */
  readonly suggestions?: readonly {
    readonly name: string
    readonly code: string
  }[]
  /** The least, where the amount is too small. */
  readonly minimum?: Amount
  /** The most, where the amount is too large. */
  readonly maximum?: Amount
  /** The transaction that is in the way. */
  readonly transaction_id?: string
}

export type PreviewWarning = {
  /** What to know, for programs. New words may come. */
  readonly code: string
  /** The same, for people. */
  readonly message: string
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

export type TransactionListReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** Whether there is more. */
  readonly message: string
  /** Newest first. */
  readonly transactions: readonly (BuyTransaction | SellTransaction | WithdrawalTransaction)[]
  /** Give it back as `after` to get the next page; null when there is none. It means nothing else. */
  readonly next: string | null
}

export type FoundReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** What it was found as. */
  readonly message: string
  /** What the text turned out to be. New words may come. */
  readonly found_as:
    | 'transaction'
    | 'credit'
    | 'transfer'
    | 'payout'
    | 'deposit'
    | 'event'
    | 'pay_link'
    | 'reference'
    | 'idempotency_key'
    | 'session'
    | 'hash'
    | 'deposit_address'
  /** Nearly always one. A payment that was split between several buys leads to each of them. */
  readonly transactions: readonly (BuyTransaction | SellTransaction | WithdrawalTransaction)[]
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
    /** credit, transfer, deposit and payout are ids of ours; session is the bank’s own name for a payment, hash the network’s for a transfer; deposit_address is where the tokens of a sell are to be sent, with the memo that must be sent along where there is one. */
    readonly kind:
      | 'credit'
      | 'session'
      | 'transfer'
      | 'hash'
      | 'deposit'
      | 'payout'
      | 'deposit_address'
      | 'memo'
    /** What to look for, or to show to somebody who asks. */
    readonly id: string
    /** Where anybody can look at it: a page of an explorer of the network. Null where there is none. */
    readonly url: string | null
  }[]
}

export type BalancesReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** What can be done with it. */
  readonly message: string
  readonly balances: readonly Balance[]
  /** Whether a buy without a wallet is added to the balance. */
  readonly may_hold: boolean
}

export type Balance = {
  /** What it is. New ones may come. */
  readonly asset: 'NGNC'
  /** What you can sell or withdraw now. */
  readonly available: Amount
  /** What unfinished sells and withdrawals hold: it leaves when they are cleared, and comes back where they fail. */
  readonly held: Amount
}

export type MovementListReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** Whether there is more. */
  readonly message: string
  /** Newest first. */
  readonly movements: readonly BalanceMovement[]
  /** Give it back as `after` to get the next page; null when there is none. It means nothing else. */
  readonly next: string | null
}

export type BalanceMovement = {
  /** The id of its entry in the ledger. */
  readonly movement_id: string
  /** When, in UTC. */
  readonly at: string
  /** Whether the balance grew or shrank. */
  readonly direction: 'in' | 'out'
  /** What moved. */
  readonly asset: 'NGNC'
  /** How much. */
  readonly amount: Amount
  /** Why, for programs. New words may come. */
  readonly reason: string
  /** The transaction that moved it; null where none did. */
  readonly transaction_id: string | null
  /** Buy, Sell or Withdrawal. */
  readonly type: string | null
  /** Your reference of it. */
  readonly reference: string | null
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

export type WebhookEndpointRequest = {
  /** Where events are sent: `https`, on a public name. */
  readonly url: string
  /** Which events: `*` for all, `buy.*` for all of buys, or types such as `buy.completed`. */
  readonly events?: readonly string[]
  /** For yourselves. */
  readonly description?: string
}

export type WebhookEndpointSecretReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly endpoint: WebhookEndpoint
  /** Signs what is sent there. It is shown this once: keep it. */
  readonly secret: string
}

export type WebhookEndpoint = {
  /** The id of the endpoint. */
  readonly id: string
  /** Where events are sent. */
  readonly url: string
  /** Which events are sent there. */
  readonly events: readonly string[]
  /** Your own words. */
  readonly description: string
  /** Paused by you, or disabled by us because nothing got through for three days. What waits is kept. */
  readonly state: 'active' | 'paused' | 'disabled'
  /** Of which mode it is. */
  readonly mode: 'live' | 'test'
  /** When it was opened. */
  readonly created_at: string
  /** Since when nothing gets through; null while all is well. */
  readonly failing_since: string | null
  /** When something was last delivered. */
  readonly last_success_at: string | null
  /** Deliveries that are still to be made. */
  readonly waiting: number
  /** The secrets that sign now, the newest first. They themselves are shown once, when they are made. */
  readonly secrets: readonly {
    /** When it was made. */
    readonly created_at: string
    /** Until when it signs; null for the current one. */
    readonly expires_at: string | null
  }[]
  /** What became of it, the newest first; the last ten. */
  readonly notices: readonly {
    /** What happened, for programs. */
    readonly kind: string
    /** The same, for people. */
    readonly message: string
    /** When. */
    readonly at: string
  }[]
}

export type WebhookEndpointsReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  /** The oldest first. */
  readonly endpoints: readonly WebhookEndpoint[]
}

export type WebhookEndpointReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly endpoint: WebhookEndpoint
}

export type WebhookEndpointChange = {
  /** Where events are sent: `https`, on a public name. */
  readonly url?: string
  /** Which events: `*` for all, `buy.*` for all of buys, or types such as `buy.completed`. */
  readonly events?: readonly string[]
  /** For yourselves. */
  readonly description?: string
}

export type RotateWebhookSecretRequest = {
  /** How long the secret before signs beside the new one: 0 to 168 hours; 24 when not given. */
  readonly overlap_hours?: number
}

export type WebhookPingReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly delivery: {
    /** Look for it among the deliveries. */
    readonly id: string
    /** The id of the event. It is the same wherever the event is told, and however often. */
    readonly event_id: string
  }
}

export type WebhookDeliveriesReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** How many there are. */
  readonly message: string
  /** The newest first. */
  readonly deliveries: readonly WebhookDelivery[]
  /** Ask with this as `after` for the next page; null when this is the last. */
  readonly next: string | null
}

export type WebhookDelivery = {
  /** The id of the delivery. */
  readonly id: string
  /** The id of the event. It is the same wherever the event is told, and however often. */
  readonly event_id: string
  /** The type of the event. */
  readonly event_type: string
  /** Its place in the feed; null for a ping or a notice. */
  readonly number: number | null
  /** The transaction that it is about. */
  readonly transaction_id: string | null
  /** Given up: tried for three days. It can be sent again. */
  readonly state: 'pending' | 'delivered' | 'given_up'
  /** How often it was tried. */
  readonly attempts: number
  /** When it is tried next; null when it is over. */
  readonly next_attempt_at: string | null
  /** When it was to be sent first. */
  readonly created_at: string
  /** When it was delivered or given up. */
  readonly finished_at: string | null
  /** The last twenty tries, the newest first; kept for thirty days. */
  readonly log: readonly {
    /** The how-manieth try. */
    readonly attempt: number
    /** When it was sent. */
    readonly at: string
    /** Only an answer of 2xx is a delivery. */
    readonly outcome: 'answered' | 'refused_address' | 'no_answer' | 'too_slow'
    /** The status that your server answered. */
    readonly status: number | null
    /** The beginning of what it answered (4 kB), or why there was no answer. */
    readonly body: string
    /** How long it took. */
    readonly duration_ms: number
  }[]
}

export type ResendWebhooksRequest = {
  /** One event, whatever the endpoint wants otherwise. */
  readonly event_id?: string
  /** The first of a range. */
  readonly from_number?: number
  /** The last of it. */
  readonly to_number?: number
}

export type ResendWebhooksReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  /** How many events are sent again. */
  readonly resent: number
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

export type ScenariosReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly scenarios: readonly Scenario[]
}

export type Scenario = {
  /** The name of the scenario. */
  readonly name:
    | 'paid_exactly'
    | 'short_payment'
    | 'short_then_topped_up'
    | 'over_payment'
    | 'late_payment'
    | 'third_party_payer'
    | 'duplicate_payment'
    | 'payment_without_claim'
    | 'recalled_credit'
    | 'wallet_without_trustline'
    | 'on_hold'
    | 'name_mismatch'
    | 'slow_bank'
    | 'bank_timeout_then_success'
    | 'payout_failed_then_returned'
    | 'reversed_after_success'
    | 'reorg'
    | 'webhook_storm'
  readonly type: 'buy' | 'sell' | null
  /** What it shows. */
  readonly sentence: string
  /** What happens. */
  readonly does: string
  /** What you may say of a run, besides `business_id` and `link_tag`. All of it can be left out. */
  readonly takes: readonly (
    | 'amount'
    | 'reference'
    | 'network'
    | 'wallet_address'
    | 'bank_name'
    | 'account_number'
    | 'account_name'
    | 'count'
    | 'seconds'
  )[]
  /** The types of the events of each of its transactions, in their order. */
  readonly expect: readonly string[]
  /** The last of them: where it comes to rest by itself. Null where it makes no transaction. */
  readonly final: string | null
}

export type ScenarioRequest = {
  /** The id of your business (biz_…). */
  readonly business_id?: string
  /** The link tag of your business. */
  readonly link_tag?: string
  /** Naira of the buy, or NGNC of the sell. At most two decimals, no exponent; a decimal in quotes is accepted too. From 15000 to 250000000. */
  readonly amount?: AmountInput
  /** Your own name for the transaction: 1 to 64 letters, digits, ".", "_" or "-". Sending the same again returns the first. */
  readonly reference?: string
  /** Stellar, Polygon, Solana or Avalanche, in any case. Given together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** The bank of whoever pays or is paid. */
  readonly bank_name?: string
  /** Ten digits, as text: leading zeros count. */
  readonly account_number?: string
  /** The name of whoever pays or is paid. */
  readonly account_name?: string
  /** How many, where many are made. */
  readonly count?: number
  /** How long the world waits, where it waits. */
  readonly seconds?: number
}

export type ScenarioRunReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** What it shows. */
  readonly message: string
  readonly run: ScenarioRun
}

export type ScenarioRun = {
  /** The name of the scenario. */
  readonly scenario:
    | 'paid_exactly'
    | 'short_payment'
    | 'short_then_topped_up'
    | 'over_payment'
    | 'late_payment'
    | 'third_party_payer'
    | 'duplicate_payment'
    | 'payment_without_claim'
    | 'recalled_credit'
    | 'wallet_without_trustline'
    | 'on_hold'
    | 'name_mismatch'
    | 'slow_bank'
    | 'bank_timeout_then_success'
    | 'payout_failed_then_returned'
    | 'reversed_after_success'
    | 'reorg'
    | 'webhook_storm'
  /** The transaction that it made, the first of several. Null where it made none. */
  readonly transaction_id: string | null
  /** All that it made. */
  readonly transaction_ids: readonly string[]
  /** The types of the events of each of its transactions, in their order. */
  readonly expect: readonly string[]
  /** The last of them: where it comes to rest by itself. Null where it makes no transaction. */
  readonly final: string | null
  /** A payment that waits for its claim, where the scenario is about one. */
  readonly payment: UnclaimedPayment | null
}

export type UnclaimedPayment = {
  /** The account that was paid. */
  readonly vendor_number: string
  /** Naira that was paid. */
  readonly amount: Amount
  /** The bank that it came from. */
  readonly bank_name: string
  /** The account that it came from. */
  readonly account_number: string
  /** Who paid. */
  readonly account_name: string
}

export type SandboxPaymentRequest = {
  /** The id of the transaction. */
  readonly transaction_id?: string
  /** Naira to pay; of a transaction, all of it where this is left out. At most two decimals; from 1 to 250000000. */
  readonly amount?: AmountInput
  /** The test account to pay into; else the first that you are told of. */
  readonly vendor_number?: string
  /** The bank that it comes from. */
  readonly bank_name?: string
  /** Ten digits, as text: leading zeros count. */
  readonly account_number?: string
  /** Who pays. */
  readonly account_name?: string
  /** What the payer types. */
  readonly remark?: string
  /** The payer waits so long. */
  readonly after_seconds?: number
}

export type SandboxPaymentReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly payment: SandboxPayment
}

export type SandboxPayment = {
  /** The account that is paid. */
  readonly vendor_name: string
  /** Its number. */
  readonly vendor_number: string
  /** Its bank. */
  readonly vendor_bank: string
  /** Naira. */
  readonly amount: Amount
  /** The bank that it comes from. */
  readonly bank_name: string
  /** The account that it comes from. */
  readonly account_number: string
  /** Who pays. */
  readonly account_name: string
}

export type SandboxDepositRequest = {
  /** The id of the transaction. */
  readonly transaction_id: string
  /** NGNC to send; all that the sell asks for where this is left out. At most two decimals; from 1 to 250000000. */
  readonly amount?: AmountInput
}

export type SandboxDepositReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly deposit: SandboxDeposit
}

export type SandboxDeposit = {
  /** The id of the transaction. */
  readonly transaction_id: string
  /** Where they are sent. */
  readonly network: string
  /** To this address. */
  readonly address: string
  /** NGNC. */
  readonly amount: Amount
}

export type SandboxClockReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly clock: SandboxClock
}

export type SandboxClock = {
  /** What time your waits take it to be, in UTC. */
  readonly now: string
  /** By how many seconds your clock is ahead. */
  readonly offset_seconds: number
}

export type SandboxClockRequest = {
  /** By how much: up to 30 days at a time. */
  readonly advance_seconds: number
}

export type MovedSandboxClockReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly clock: MovedSandboxClock
}

export type MovedSandboxClock = {
  /** What time your waits take it to be, in UTC. */
  readonly now: string
  /** By how many seconds your clock is ahead. */
  readonly offset_seconds: number
  /** Transactions that are looked at because of it. */
  readonly woken: number
}

export type SandboxResetReply = {
  /** Always success: anything else is an error. */
  readonly status: 'success'
  /** For people. */
  readonly message: string
  readonly reset: SandboxReset
}

export type SandboxReset = {
  /** Transactions that waited for their first money, and are cancelled. */
  readonly cancelled: number
  /** What goes on, by its type and status: money has come that somebody must decide about, or that is on its way. */
  readonly still_open: Readonly<Record<string, number>>
  /** By how many seconds your clock is ahead. */
  readonly offset_seconds: number
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
  /** Preview a buy. */
  readonly previewBuy: {
    readonly path: undefined
    readonly query: undefined
    readonly body: BuyPreviewRequest
    readonly reply: PreviewReply
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
  /** Preview a sell. */
  readonly previewSell: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SellRequest
    readonly reply: PreviewReply
  }
  /** Withdraw tokens to a wallet. */
  readonly initiateWithdrawal: {
    readonly path: undefined
    readonly query: undefined
    readonly body: WithdrawalRequest
    readonly reply: WithdrawalReply
  }
  /** Preview a withdrawal. */
  readonly previewWithdrawal: {
    readonly path: undefined
    readonly query: undefined
    readonly body: WithdrawalRequest
    readonly reply: PreviewReply
  }
  /** List transactions. */
  readonly listTransactions: {
    readonly path: undefined
    readonly query: {
      /** At most so many on a page, 1 to 100; 20 when not given. */
      readonly limit?: number | string
      /** The `next` of the page before, as it came. */
      readonly after?: string
      /** buy, sell or withdrawal. */
      readonly type?: 'buy' | 'sell' | 'withdrawal'
      /** Where it has got to: one status, or several with commas between them. */
      readonly status?: string
      /** Stellar, Polygon, Solana or Avalanche, in any case. */
      readonly network?: string
      /** Your own name for it: there is one at most. */
      readonly reference?: string
      /** Not before this: a day in Lagos, or a moment with Z or its offset. */
      readonly from?: string
      /** Until this: a day in Lagos, which is included, or a moment with Z or its offset, which is not. */
      readonly to?: string
    }
    readonly body: undefined
    readonly reply: TransactionListReply
  }
  /** Export transactions. */
  readonly exportTransactions: {
    readonly path: undefined
    readonly query: {
      /** buy, sell or withdrawal. */
      readonly type?: 'buy' | 'sell' | 'withdrawal'
      /** Where it has got to: one status, or several with commas between them. */
      readonly status?: string
      /** Stellar, Polygon, Solana or Avalanche, in any case. */
      readonly network?: string
      /** Your own name for it: there is one at most. */
      readonly reference?: string
      /** Not before this: a day in Lagos, or a moment with Z or its offset. */
      readonly from?: string
      /** Until this: a day in Lagos, which is included, or a moment with Z or its offset, which is not. */
      readonly to?: string
    }
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Find a transaction by anything. */
  readonly findTransactions: {
    readonly path: undefined
    readonly query: {
      /** Anything: an id of ours (txn_, crd_, trf_, pay_, dep_, evt_, lnk_), your reference or Idempotency-Key, the session id of a bank, the hash of a network, a deposit address. */
      readonly id: string
    }
    readonly body: undefined
    readonly reply: FoundReply
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
  /** Receipt, as a PDF. */
  readonly readReceipt: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Letter to a bank, as a PDF. */
  readonly readTraceLetter: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Read the balance. */
  readonly readBalances: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: BalancesReply
  }
  /** List what moved the balance. */
  readonly listBalanceMovements: {
    readonly path: undefined
    readonly query: {
      /** At most so many on a page, 1 to 100; 20 when not given. */
      readonly limit?: number | string
      /** The `next` of the page before, as it came. */
      readonly after?: string
      /** Not before this: a day in Lagos, or a moment with Z or its offset. */
      readonly from?: string
      /** Until this: a day in Lagos, which is included, or a moment with Z or its offset, which is not. */
      readonly to?: string
    }
    readonly body: undefined
    readonly reply: MovementListReply
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
  /** Open an endpoint. */
  readonly openWebhookEndpoint: {
    readonly path: undefined
    readonly query: undefined
    readonly body: WebhookEndpointRequest
    readonly reply: WebhookEndpointSecretReply
  }
  /** List the endpoints. */
  readonly listWebhookEndpoints: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointsReply
  }
  /** Read an endpoint. */
  readonly readWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointReply
  }
  /** Update an endpoint. */
  readonly updateWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: WebhookEndpointChange
    readonly reply: WebhookEndpointReply
  }
  /** Pause an endpoint. */
  readonly pauseWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointReply
  }
  /** Resume an endpoint. */
  readonly resumeWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointReply
  }
  /** Remove an endpoint. */
  readonly removeWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointReply
  }
  /** Rotate the secret of an endpoint. */
  readonly rotateWebhookSecret: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: RotateWebhookSecretRequest
    readonly reply: WebhookEndpointSecretReply
  }
  /** Send a test message. */
  readonly pingWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookPingReply
  }
  /** Read what was sent to an endpoint. */
  readonly listWebhookDeliveries: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: {
      /** `next` of the page before. */
      readonly after?: string
      /** At most so many, 1 to 100; 20 when not given. */
      readonly limit?: number | string
      /** Only those in this state. */
      readonly state?: 'pending' | 'delivered' | 'given_up'
    }
    readonly body: undefined
    readonly reply: WebhookDeliveriesReply
  }
  /** Send events again. */
  readonly resendWebhooks: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: ResendWebhooksRequest
    readonly reply: ResendWebhooksReply
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
  /** List the scenarios. */
  readonly listScenarios: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: ScenariosReply
  }
  /** Run a scenario. */
  readonly runScenario: {
    readonly path: {
      /** The name of the scenario. */
      readonly name:
        | 'paid_exactly'
        | 'short_payment'
        | 'short_then_topped_up'
        | 'over_payment'
        | 'late_payment'
        | 'third_party_payer'
        | 'duplicate_payment'
        | 'payment_without_claim'
        | 'recalled_credit'
        | 'wallet_without_trustline'
        | 'on_hold'
        | 'name_mismatch'
        | 'slow_bank'
        | 'bank_timeout_then_success'
        | 'payout_failed_then_returned'
        | 'reversed_after_success'
        | 'reorg'
        | 'webhook_storm'
    }
    readonly query: undefined
    readonly body: ScenarioRequest
    readonly reply: ScenarioRunReply
  }
  /** Pay into a test account. */
  readonly payTestAccount: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SandboxPaymentRequest
    readonly reply: SandboxPaymentReply
  }
  /** Send tokens to a test sell. */
  readonly sendTestDeposit: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SandboxDepositRequest
    readonly reply: SandboxDepositReply
  }
  /** Read the clock. */
  readonly readTestClock: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: SandboxClockReply
  }
  /** Move the clock ahead. */
  readonly moveTestClock: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SandboxClockRequest
    readonly reply: MovedSandboxClockReply
  }
  /** Begin anew. */
  readonly resetTestBusiness: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: SandboxResetReply
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
  previewBuy: { method: 'POST', path: '/transactions/v1/onramp/preview', base: 'api', named: false },
  makePayLink: { method: 'POST', path: '/pay-links/v1', base: 'api', named: true },
  readPayLink: { method: 'GET', path: '/pay-links/v1/{id}', base: 'api', named: false },
  cancelPayLink: { method: 'POST', path: '/pay-links/v1/{id}/cancel', base: 'api', named: false },
  initiateSell: { method: 'POST', path: '/transactions/v1/offramp', base: 'api', named: true },
  previewSell: { method: 'POST', path: '/transactions/v1/offramp/preview', base: 'api', named: false },
  initiateWithdrawal: { method: 'POST', path: '/transactions/v1/withdrawals', base: 'api', named: true },
  previewWithdrawal: {
    method: 'POST',
    path: '/transactions/v1/withdrawals/preview',
    base: 'api',
    named: false,
  },
  listTransactions: { method: 'GET', path: '/transactions/v1', base: 'api', named: false },
  exportTransactions: { method: 'GET', path: '/transactions/v1/export', base: 'api', named: false },
  findTransactions: { method: 'GET', path: '/transactions/v1/find', base: 'api', named: false },
  readTransaction: { method: 'GET', path: '/transactions/v1/{id}', base: 'api', named: false },
  readTimeline: { method: 'GET', path: '/transactions/v1/{id}/timeline', base: 'api', named: false },
  readReceipt: { method: 'GET', path: '/transactions/v1/{id}/receipt', base: 'api', named: false },
  readTraceLetter: { method: 'GET', path: '/transactions/v1/{id}/trace-letter', base: 'api', named: false },
  readBalances: { method: 'GET', path: '/balances/v1', base: 'api', named: false },
  listBalanceMovements: { method: 'GET', path: '/balances/v1/statement', base: 'api', named: false },
  readEvents: { method: 'GET', path: '/events/v1', base: 'api', named: false },
  openWebhookEndpoint: { method: 'POST', path: '/webhooks/v1/endpoints', base: 'api', named: false },
  listWebhookEndpoints: { method: 'GET', path: '/webhooks/v1/endpoints', base: 'api', named: false },
  readWebhookEndpoint: { method: 'GET', path: '/webhooks/v1/endpoints/{id}', base: 'api', named: false },
  updateWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/update',
    base: 'api',
    named: false,
  },
  pauseWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/pause',
    base: 'api',
    named: false,
  },
  resumeWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/resume',
    base: 'api',
    named: false,
  },
  removeWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/remove',
    base: 'api',
    named: false,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/rotate-secret',
    base: 'api',
    named: false,
  },
  pingWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/ping',
    base: 'api',
    named: false,
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhooks/v1/endpoints/{id}/deliveries',
    base: 'api',
    named: false,
  },
  resendWebhooks: { method: 'POST', path: '/webhooks/v1/endpoints/{id}/resend', base: 'api', named: false },
  listVendors: { method: 'GET', path: '/transactions/v1/vendors', base: 'api', named: false },
  listVendorsAgain: { method: 'GET', path: '/transactions/v1/list_vendors', base: 'api', named: false },
  listTestVendors: { method: 'GET', path: '/transactions/v1/test-vendors', base: 'api', named: false },
  listBanks: { method: 'GET', path: '/banks/v1', base: 'api', named: false },
  enquireName: { method: 'POST', path: '/banks/v1/name-enquiry', base: 'api', named: false },
  readUsdcRates: { method: 'GET', path: '/rates/v1/usdc-ngnc', base: 'api', named: false },
  readKey: { method: 'GET', path: '/keys/v1/me', base: 'api', named: false },
  listScenarios: { method: 'GET', path: '/sandbox/v1/scenarios', base: 'api', named: false },
  runScenario: { method: 'POST', path: '/sandbox/v1/scenarios/{name}', base: 'api', named: true },
  payTestAccount: { method: 'POST', path: '/sandbox/v1/payments', base: 'api', named: false },
  sendTestDeposit: { method: 'POST', path: '/sandbox/v1/deposits', base: 'api', named: false },
  readTestClock: { method: 'GET', path: '/sandbox/v1/clock', base: 'api', named: false },
  moveTestClock: { method: 'POST', path: '/sandbox/v1/clock', base: 'api', named: false },
  resetTestBusiness: { method: 'POST', path: '/sandbox/v1/reset', base: 'api', named: false },
  startDrill: { method: 'POST', path: '/drills/v1', base: 'api', named: true },
  readDrill: { method: 'GET', path: '/drills/v1/{id}', base: 'api', named: false },
  readHealth: { method: 'GET', path: '/health', base: 'api', named: false },
  readOtcRates: { method: 'GET', path: '/otc/buy', base: 'otc', named: false },
} as const

/** Fields whose numbers count something. Every other number is money or a rate, and is kept as the text it came in. */
export const integerFields: ReadonlySet<string> = new Set([
  'advance_seconds',
  'after_seconds',
  'attempt',
  'attempts',
  'cancelled',
  'count',
  'duration_ms',
  'expected_by_seconds',
  'expires_in_minutes',
  'from_number',
  'next_after',
  'number',
  'offset_seconds',
  'overlap_hours',
  'requests_per_window',
  'resent',
  'seconds',
  'sequence',
  'status',
  'success_percent',
  'to_number',
  'typical_seconds',
  'waiting',
  'window_seconds',
  'woken',
])

/** Fields that hold a count for each of some names. */
export const countingFields: ReadonlySet<string> = new Set(['still_open'])

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
  key_unknown: 'Use a key that was issued to you.',
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
  payouts_short: 'Sell less, or try again in an hour.',
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
  webhook_endpoint_unknown: 'List your endpoints and take an id from there.',
  webhook_endpoint_exists: 'Update the endpoint that the message names, or remove it first.',
  webhook_endpoints_too_many: 'Remove one that you do not use.',
  webhook_url_refused:
    'Give the address that the message asks for. To receive on a laptop, read the feed with `afara listen`.',
  event_type_unknown: 'Use `*`, `buy.*`, `sell.*`, `withdrawal.*`, or a type from the page of events.',
  event_unknown: 'Take `id` from the feed.',
  resend_range_invalid: 'Give one or the other; ask for a longer range in parts.',
  sandbox_only: 'Use a test key: nothing is simulated in live mode.',
  scenario_unknown: 'Take one from `GET /sandbox/v1/scenarios`.',
  sandbox_unavailable:
    'The message says which. Try again in a minute under another `reference`, or name another network.',
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
} as const

/** Every code that a caller can meet. */
export type ErrorCode = keyof typeof fixes
