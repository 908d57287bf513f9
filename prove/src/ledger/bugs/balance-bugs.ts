import { type Bug, functionBug, statementBug } from './bug.ts'

/** Bugs in the balances of accounts with a floor. */
export const balanceBugs: readonly Bug[] = [
  functionBug(
    'balances may fall below their floor',
    [['post_entry', ' and amount_minor > -v_delta', '']],
    'alter domain nonnegative_minor drop constraint nonnegative_minor_check',
  ),
  functionBug('payout accounts have no balance', [
    ['account_has_floor', /, 'payout_bank'::(afara\.)?account_kind/, ''],
  ]),
  functionBug('a business balance grows with debits instead of credits', [
    ['account_is_debit_normal', /'receivable'::(afara\.)?account_kind/, "'receivable', 'business'"],
  ]),
  functionBug('the fast path for one posting does not update the balance', [
    ['post_entry', 'amount_minor = b.amount_minor + p_amounts[1]', 'amount_minor = b.amount_minor + 0'],
  ]),
  functionBug('two credits of one entry to one account count once', [
    [
      'begin_or_end_balance',
      'amount_minor = balance.amount_minor + excluded.amount_minor',
      'amount_minor = excluded.amount_minor',
    ],
  ]),
  functionBug('an empty held account is not deleted', [
    ['begin_or_end_balance', "if p_kind = 'held' then", 'if false then'],
  ]),
  statementBug(
    'a held account is deleted although it is not empty',
    `create function drop_held() returns trigger language plpgsql as $$
     begin
       delete from balance where (owner, kind, asset, mode) = (new.owner, new.kind, new.asset, new.mode);
       return null;
     end $$;
     create trigger drop_held after update on balance for each row
       when (new.kind = 'held' and new.amount_minor < 100) execute function drop_held()`,
  ),
  functionBug('a balance is read and then written without a lock', [
    ['post_entry', 'v_clearing numeric;', 'v_clearing numeric; v_read numeric;'],
    [
      'post_entry',
      /update balance set amount_minor = amount_minor \+ v_delta\s+where ([^;]*) and amount_minor > -v_delta;/,
      `select amount_minor into v_read from balance where $1;
       update balance set amount_minor = v_read + v_delta where $1 and v_read > -v_delta;`,
    ],
    ['lock_balances', 'for update', ''],
  ]),
  statementBug(
    'balances are floats',
    'drop view own_business_case cascade; alter table balance alter column amount_minor type double precision',
  ),
]
