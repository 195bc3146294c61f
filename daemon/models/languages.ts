// Languages of the multilingual models, as BCP 47 primary tags, in the order their makers give.

/** Whisper's list (openai/whisper, tokenizer.py); Javanese is `jw` there. */
export const WHISPER_LANGUAGES: readonly string[] =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jv su'.split(
    ' ',
  )

/** Of NVIDIA's model card of Parakeet TDT 0.6B v3. */
export const PARAKEET_V3_LANGUAGES: readonly string[] =
  'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' ')
