import { formatId, newId } from '../../../src/kernel/ids/ids.ts'
import { only, type PeopleRow } from './people-row.ts'

const CONSOLE = '/console/v1/live'

export const consoleRows: Readonly<Record<string, PeopleRow>> = {
  'GET /console/v1/:mode/now': only('records.read', `${CONSOLE}/now`, '200'),
  'GET /console/v1/:mode/cases': only('records.read', `${CONSOLE}/cases?owner=nobody`, '200'),
  'GET /console/v1/:mode/cases/:case_id': only(
    'records.read',
    `${CONSOLE}/cases/${formatId('case', newId())}`,
    '404 case_unknown',
  ),
  'GET /console/v1/:mode/cases/:case_id/files/:number': only(
    'records.read',
    `${CONSOLE}/cases/${formatId('case', newId())}/files/1`,
    '404 case_unknown',
  ),
  'GET /console/v1/:mode/standing': only('records.read', `${CONSOLE}/standing`, '200'),
  'GET /console/v1/:mode/search': only('records.read', `${CONSOLE}/search?q=nobody-has-this`, '200'),
  'GET /console/v1/:mode/transactions': only('records.read', `${CONSOLE}/transactions`, '200'),
  'GET /console/v1/:mode/transactions/:id': only(
    'records.read',
    `${CONSOLE}/transactions/${formatId('transaction', newId())}`,
    '404 not_found',
  ),
  'GET /console/v1/:mode/money': only('records.read', `${CONSOLE}/money`, '200'),
  'GET /console/v1/:mode/businesses': only('records.read', `${CONSOLE}/businesses?who=nobody`, '200'),
  'GET /console/v1/:mode/businesses/:business_id': only(
    'records.read',
    `${CONSOLE}/businesses/nobody-has-this`,
    '404 business_unknown',
  ),
  'GET /console/v1/:mode/banks': only('records.read', `${CONSOLE}/banks`, '200'),
  'POST /console/v1/:mode/statements/preview': only(
    'statements.import',
    `${CONSOLE}/statements/preview`,
    '422 statement_unreadable',
    { content: Buffer.from('no statement').toString('base64') },
  ),
  'GET /console/v1/:mode/books': only('records.read', `${CONSOLE}/books`, '200'),
  'GET /console/v1/:mode/books/days/:day': only('records.read', `${CONSOLE}/books/days/2026-11-17`, '200'),
  'GET /console/v1/:mode/books/export': only(
    'records.read',
    `${CONSOLE}/books/export?from=2026-11-17&to=2026-11-17`,
    '200',
  ),
  'GET /console/v1/:mode/audit': only('records.read', `${CONSOLE}/audit?what=freeze`, '200'),
  'GET /console/v1/:mode/audit/export': only('records.read', `${CONSOLE}/audit/export?what=freeze`, '200'),
  'GET /console/v1/:mode/cases/:case_id/decisions/:version': only(
    'records.read',
    `${CONSOLE}/cases/${formatId('case', newId())}/decisions/1`,
    '404 case_unknown',
  ),
  'GET /console/v1/:mode/team': only('operators.list', `${CONSOLE}/team`, '200'),
  'GET /console/v1/:mode/changes': only('records.read', `${CONSOLE}/changes?follow=no`, '200'),
}
