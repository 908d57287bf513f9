import { expect, test } from 'vitest'
import { accountOf, amountOf } from '../words.ts'
import { newReference, readPayments, TEMPLATE, writeOutcomes } from './read-file.ts'

const read = async (text: string) => readPayments(new File([text], 'a.csv'), 'order')
const row = { bank: 'GTBank', account_number: '0123456789', amount: '25000.50', reference: 'a', note: 'b' }

test('the example that we offer is read', async () => {
  const found = await read(TEMPLATE)
  expect('rows' in found && found.rows.map(({ reference }) => reference)).toEqual([
    'salary-oct-01',
    'salary-oct-02',
  ])
})

test.each([
  ['commas', 'bank,account number,amount,reference,note\nGTBank,0123456789,25000.50,a,b'],
  [
    'semicolons and a mark of the byte order',
    '\ufeffBank;Account Number;Amount;Reference;Note\nGTBank;0123456789;25000.50;a;b',
  ],
  ['tabs', 'bank\taccount number\tamount\treference\tnote\nGTBank\t0123456789\t25000.50\ta\tb'],
  [
    'quotes and other names',
    'Bank Name,NUBAN,"Amount (NGN)",Ref,Narration\r\nGTBank,0123 456 789,"25,000.50",a,b\r\n',
  ],
  [
    'columns in another order',
    'note,amount,account no,bank,reference,extra\nb,₦25000.50,0123456789,GTBank,a,x',
  ],
])('a file with %s is read', async (_what, text) => {
  expect(await read(text)).toEqual({ rows: [row] })
})

test('a row without a reference gets that of the order and its place', async () => {
  const found = await read('bank,account number,amount\nA,1,2\nB,3,4')
  expect('rows' in found && found.rows.map(({ reference }) => reference)).toEqual(['order-1', 'order-2'])
})

test.each([
  ['nothing', '', 'The file has no payments'],
  ['only names', 'bank,account number,amount', 'The file has no payments'],
  ['no names', 'GTBank,0123456789,100\nGTBank,0123456789,100', 'No column is called'],
  ['no amount', 'bank,account number\nGTBank,0123456789', 'No column is called “amount”'],
  ['an open quote', 'bank,account number,amount\n"GTBank,1,2', 'This is not a CSV file'],
  ['too many', `bank,account number,amount${'\nA,1,2'.repeat(1_001)}`, 'An order has at most 1000'],
])('a file with %s is refused with what to do', async (_what, text, problem) => {
  const found = await read(text)
  expect('problem' in found ? found.problem : '').toContain(problem)
})

test('nothing about an amount or an account is guessed', () => {
  expect(['₦1,234.50', 'NGN 1,234', '1,23', '1.234,50', '12,345,6', '1e3', '-5'].map(amountOf)).toEqual([
    '1234.50',
    '1234',
    '1,23',
    '1.234,50',
    '12,345,6',
    '1e3',
    '-5',
  ])
  expect(['0123 456 789', "'0123456789", '123456789'].map(accountOf)).toEqual([
    '0123456789',
    '0123456789',
    '123456789',
  ])
})

test('the name of an order comes from the file and is never the same twice', () => {
  expect(newReference('October payroll (final).csv')).toMatch(/^october-payroll-final-[0-9a-f]{8}$/)
  expect(newReference('…')).toMatch(/^payment-[0-9a-f]{8}$/)
  expect(newReference('a')).not.toBe(newReference('a'))
})

test('the file of outcomes has a line for each payment, and no cell is a formula', () => {
  const item = {
    number: '1',
    bank_name: 'Guaranty Trust Bank',
    account_number: '0123456789',
    account_name: '=HYPERLINK("x")',
    amount: '25000.5',
    reference: 'october-1',
    note: 'Rent, October',
    transaction_id: null,
    status: null,
    refusal: { code: 'insufficient_balance', message: 'The balance is too small.' },
  }
  expect(writeOutcomes([item]).split('\r\n')).toEqual([
    'number,account_name,account_number,bank,amount,reference,note,outcome,reason,transaction_id',
    `1,"'=HYPERLINK(""x"")",0123456789,Guaranty Trust Bank,25000.5,october-1,"Rent, October",Not paid,The balance is too small.,`,
    '',
  ])
})
