// The messages between the daemon and its speech children (execa IPC). A lead reads one media file,
// finds the speech in it and writes the transcript; a recogniser turns one piece of speech into
// words. Neither knows of the other: the daemon tells whichever recogniser is free where a piece
// lies (spool.ts), and hands the words back.
import type { JobFailureCode, Segment } from '../../src/api/types.ts'
import type { EngineConfig } from './engines/config.ts'
import type { Recognition } from './engines/engine.ts'
import type { SpeakerMethod, SpeakerModelFiles } from './speakers/speakers.ts'

/** Pieces are never longer: they would be slower to come out and, with some engines, worse. */
export const MAX_PIECE_SECONDS = 15

/** Of the processes that the daemon starts; a lead starts `speakers` for itself. */
export type SpeechRole = 'lead' | 'recognizer'

/** What the speech children work with. */
export interface SpeechConfig {
  /** Recognisers load it; leads go by its name and languages. */
  engine: EngineConfig
  /** Absolute path. */
  vadModelPath: string
}

/** What every speech child is started with: its second argument, as JSON. */
export interface ChildConfig extends SpeechConfig {
  /** Where the leads keep pieces on their way. */
  spoolFolder: string
}

/** From the daemon to a lead, which does one job at a time. */
export type LeadCommand =
  | {
      type: 'transcribe'
      job: string
      /** Absolute path of the media file; only this file is ever opened. */
      path: string
      /** Requested language, `auto` or a BCP 47 primary tag. */
      language: string
      diarize: boolean
      /** Null where they were not pulled, or are not needed. */
      speakerModels: SpeakerModelFiles | null
      /** So many pieces may be on their way at once. */
      piecesAhead: number
    }
  | { type: 'recognized'; job: string; index: number; recognition: Recognition }
  | { type: 'cancel'; job: string }

/** Where a piece's 16 kHz mono samples lie, see spool.ts. */
export interface Spooled {
  /** Absolute path of the file. */
  path: string
  startByte: number
  sampleCount: number
}

/** A piece of speech to be recognised. */
export interface PieceToHear {
  audio: Spooled
  /** What is to be expected, `auto` or a BCP 47 primary tag. */
  language: string
}

/** The first word of every child: it has loaded what it needs, or says why it cannot. */
export interface Ready {
  type: 'ready'
  model: string
  /** Resident memory of the child. */
  rss_bytes: number
  /** Why it cannot do anything, for the user; another try will not help. */
  problem?: string
}

/** From a lead to the daemon. Times are seconds from the start of the media. */
export type LeadEvent =
  | Ready
  | { type: 'media'; job: string; duration_seconds: number; format: string }
  /** The pieces of a job, counted from 0; each is answered with `recognized`, in any order. */
  | ({ type: 'piece'; job: string; index: number } & PieceToHear)
  | { type: 'progress'; job: string; processed_seconds: number }
  | { type: 'segment'; job: string; segment: Segment }
  /** How the speakers were told apart; `problem` is why not with the models that are there. */
  | { type: 'speakers'; job: string; method: SpeakerMethod; problem: string | null }
  | { type: 'done'; job: string; language: string | null; duration_seconds: number }
  | { type: 'canceled'; job: string }
  | { type: 'failed'; job: string; code: JobFailureCode; message: string }

/** From the daemon to a recogniser, which does one piece at a time; `piece` is any number. */
export type RecognizerCommand =
  | ({ type: 'recognize'; piece: number } & PieceToHear)
  | { type: 'cancel'; piece: number }

/** From a recogniser to the daemon: one answer a piece. */
export type RecognizerEvent =
  | Ready
  | { type: 'recognized'; piece: number; recognition: Recognition; rss_bytes: number }
  | { type: 'canceled'; piece: number; rss_bytes: number }
  | {
      type: 'failed'
      piece: number
      code: JobFailureCode
      message: string
      rss_bytes: number
    }
