import { describe, expect, it } from 'vitest'
import { evaluationOf, type FileResult, fileResult } from '../../../src/eval/evaluation.ts'
import { factsOf, markdownOf, tableRows, tsvOf } from '../../../src/eval/report.ts'

const file = (path: string, facts: Partial<FileResult> = {}): FileResult =>
  fileResult({
    path,
    transcription_id: 'tr_1',
    language: 'en',
    unit: 'words',
    reference: 20,
    substitutions: 1,
    deletions: 2,
    insertions: 0,
    duration_seconds: 10,
    took_seconds: 0.5,
    ...facts,
  })

const evaluation = evaluationOf({
  baseUrl: 'http://127.0.0.1:4780/v1',
  local: { model: 'moonshine-tiny-en', machine: 'some processor, 2 cores' },
  files: [
    file('a.wav'),
    file('b|c*.wav', { reference: 0, substitutions: 0, deletions: 0, took_seconds: 0.3 }),
    file('d.wav', { unit: 'characters', duration_seconds: null }),
    { path: 'gone.wav', error: { code: 'invalid_request', message: 'no such file' } },
  ],
  concurrency: 1,
  elapsedSeconds: 2,
  memory: { resident_bytes: 400_000_000, processes: 3 },
})

describe('the table', () => {
  it('has the files that were measured, then a sum for each unit', () => {
    expect(tableRows(evaluation)).toEqual([
      ['a.wav', '20', '1', '2', '0', '15.00% WER', '10.00', '0.50', '0.0500'],
      ['b|c*.wav', '0', '0', '0', '0', '-', '10.00', '0.30', '0.0300'],
      ['d.wav', '20', '1', '2', '0', '15.00% CER', '-', '0.50', '-'],
      ['total of 2', '20', '1', '2', '0', '15.00% WER', '20.00', '0.80', '0.0400'],
      ['total of 1', '20', '1', '2', '0', '15.00% CER', '', '', ''],
    ])
  })

  it('comes with what the numbers do not say', () => {
    expect(factsOf(evaluation)).toEqual([
      'Median WER: 15.00%',
      'Median CER: 15.00%',
      'Median real-time factor: 0.0400',
      'Whole run: 2.00 s, 1 at a time',
      'Memory: 400 MB in 3 processes of the daemon',
      'Model: moonshine-tiny-en on some processor, 2 cores',
      'Not measured: 1 of 4',
      expect.stringContaining('NFKC'),
    ])
  })
})

describe('TSV', () => {
  it('has plain numbers, and failures by their code', () => {
    const lines = tsvOf(evaluation).trimEnd().split('\n')
    expect(lines[0]).toBe(
      'path\tunit\treference\tsubstitutions\tdeletions\tinsertions\terror_rate\tduration_seconds\ttook_seconds\treal_time_factor\terror',
    )
    expect(lines[1]).toBe('a.wav\twords\t20\t1\t2\t0\t0.15\t10\t0.5\t0.05\t')
    expect(lines[4]).toBe(`gone.wav${'\t'.repeat(10)}invalid_request`)
  })
})

describe('Markdown', () => {
  it('is a table, in which no name ends a cell or starts markup', () => {
    const lines = markdownOf(evaluation).split('\n')
    expect(lines[0]).toMatch(/^\| File \| Units \|/)
    expect(lines[1]).toBe(`| --- |${' ---: |'.repeat(8)}`)
    expect(lines[3]).toMatch(/^\| b\\\|c\\\*\.wav \| 0 \|/)
    expect(lines).toContain('- Median WER: 15.00%')
  })
})
