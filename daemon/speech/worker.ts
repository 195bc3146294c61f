// A speech child: a process of its own, so that native code that fails, or eats the memory, costs
// one file or one piece and not the daemon. It is a lead (reads media, loads no speech model), a
// recogniser (holds the speech model, reads no media), or what a lead starts to tell speakers apart
// by models; each loads only the code of its role.
import type { SpeechRole } from './protocol.ts'

const [role, config] = process.argv.slice(2) as [(SpeechRole | 'speakers')?, string?]
if (role === 'lead') await (await import('./lead.ts')).runLead(config)
else if (role === 'speakers') (await import('./speakers/neural-child.ts')).runNeural(config)
else await (await import('./recognizer.ts')).runRecognizer(config)
