import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from '../test-bed.ts'

/**
 * Replaces `copy` by the present state of `original`. A round adds some hundred thousand postings, so each gets a
 * fresh copy: otherwise the small ledger would not stay small.
 */
export async function copyDatabase({ postgres }: TestBed, original: string, copy: string): Promise<void> {
  const url = postgres.url('postgres', 'postgres')
  await runStatement(url, `drop database if exists ${copy} with (force)`)
  await runStatement(url, `create database ${copy} template ${original} strategy file_copy`)
}
