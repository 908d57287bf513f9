import { type Bug, functionBug, statementBug } from './bug.ts'

/** Bugs in the rules for postings. */
export const postingBugs: readonly Bug[] = [
  statementBug(
    'zero and negative amounts are posted',
    'alter domain positive_minor drop constraint positive_minor_check',
  ),
  functionBug('amounts are rounded to the naira', [
    [
      'post_entry',
      'v_ordinal := coalesce(v_ordinal, 0) + 1;',
      'v_ordinal := coalesce(v_ordinal, 0) + 1; v_amount := greatest(1, round(v_amount, -2));',
    ],
  ]),
  statementBug(
    'posted amounts are floats',
    'drop view transaction_margin, own_transaction cascade; alter table posting alter column amount_minor type real',
  ),
  functionBug('a test entry may belong to a live transaction', [
    ['post_entry', 'where id = p_transaction and mode = p_mode', 'where id = p_transaction'],
  ]),
  functionBug('the transaction of an entry is not checked', [
    ['post_entry', 'if p_transaction is not null then', 'if false then'],
  ]),
  functionBug('an entry may leave the clearing account unbalanced', [
    ['post_entry', 'if v_clearing <> 0 then', 'if false then'],
  ]),
  functionBug('an entry without postings is accepted', [
    ['post_entry', 'if v_ordinal is null then', 'if false then'],
  ]),
  functionBug('a posting that no step declares is accepted', [
    ['post_entry', 'perform refuse_undeclared(p_mode, p_step, v_debit_kind, v_credit_kind);', 'null;'],
  ]),
  functionBug('postings are numbered wrongly', [
    ['post_entry', '(p_id, v_ordinal, p_mode', '(p_id, v_ordinal * 2, p_mode'],
  ]),
  functionBug('a posting may debit and credit the same account', [
    ['post_entry', '(v_debit_kind <> v_credit_kind or v_debit_owner <> v_credit_owner)', 'true'],
  ]),
  statementBug(
    'any account may hold any asset',
    `create or replace function account_fits(kind account_kind, owner text, asset asset) returns boolean
       language sql immutable parallel safe return true`,
  ),
  functionBug(
    'an entry that is repeated is posted again',
    [
      ['post_entry', 'p_reverses, p_at, v_xid);', 'p_reverses, p_at, v_xid) on conflict (id) do nothing;'],
      ['post_entry', 'if cardinality(p_amounts) = 1 and', 'if false and'],
    ],
    'alter table posting drop constraint posting_pkey',
  ),
]
