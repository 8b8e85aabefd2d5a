/** Spanish for the guard: what a sentence calls done, and what is said instead of refused words. */
import type { Claim } from "#workers/conversation/line/guard-terms.ts";
import { unaccented } from "./plain.ts";

/** What each claim sounds like, in one clause. */
const days = "(?:hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo)";
const claims: Readonly<Record<Claim, RegExp>> = {
  booked:
    /\b(?:he|hemos|ha sido|queda|quedo|quedado|esta|estan|ya|le) (?:(?:ya|le|la|lo) ){0,3}(?:reservad|agendad|apuntad|programad|confirmad)|\b(?:reserve|agende|programe) (?:su|la|tu|una)\b|^(?:listo |muy bien |perfecto )?(?:reservad|agendad|confirmad)[ao]\b/,
  stands: new RegExp(
    [
      `\\b(?:le|lo|la|te|los|las) (?:esperamos|espero|vemos|veo) (?:aqui |alli |entonces )?(?:el |este |a las? |${days})`,
      `\\bnos vemos (?:el |este |a las? |${days})`,
      "\\b(?:ya )?(?:tiene|tienes|tienen) (?:ya )?(?:su|una|la|tu) (?:cita|reserva|reservacion|consulta|turno)\\b(?! (?:libre|disponible))",
      `\\b(?:su|tu|la) (?:cita|reserva|reservacion|consulta|turno) (?:ya )?(?:es|sera|queda|quedo|esta) (?:para )?(?:el |este |a las? |${days})`,
      "\\b(?:ya )?(?:esta|estas|queda|quedo) (?:apuntad|anotad|inscrit|registrad|en (?:la agenda|el calendario|la lista))",
    ].join("|"),
  ),
  moved:
    /\b(?:he|hemos|queda|quedo|ha sido) (?:(?:ya|le|la|lo) ){0,3}(?:cambiad|movid|reprogramad)|\b(?:cambie|movi) (?:su|la|tu) cita/,
  canceled:
    /\b(?:he|hemos|queda|quedo|esta|ha sido) (?:(?:ya|le|la|lo) ){0,3}(?:cancelad|anulad)|\b(?:cancele|anule) (?:su|la|tu)\b/,
  message:
    /\b(?:he|hemos) (?:(?:ya|le|lo) )*(?:pasado|tomado|dejado|anotado|guardado) (?:su|el|tu)\b|\b(?:tome|pase|deje) su (?:mensaje|recado)/,
  done: /^(?:(?:y|pues|muy bien|perfecto) )?(?:ya )?(?:(?:todo|queda|quedo|esta) listo|(?:(?:todo|queda|quedo|esta) )?(?:hecho|arreglado|resuelto)|ya (?:esta|quedo))$/,
  sent: /\b(?:le|te) (?:he|hemos) (?:enviado|mandado)\b|\ble (?:envie|mande)\b/,
};
const longest = 1000;
/** In a clause with one of these nothing is said to be done. */
const notDone = /\b(?:no|nunca|si|cuando|antes|despues|hasta|todavia)\b|\?/;

/** What a Spanish sentence calls done; nothing for other languages. */
export function claimsIn(sentence: string): Claim[] {
  const clauses = unaccented(sentence.slice(0, longest).trim()).split(/[,;:!.¡¿]+\s*|\s(?:pero|porque)\s/);
  const kinds: readonly Claim[] = ["booked", "stands", "moved", "canceled", "message", "sent", "done"];
  return kinds.filter((kind) =>
    clauses.some((clause) => {
      const match = claims[kind].exec(clause);
      return match ? !notDone.test(clause.slice(0, match.index)) && !clause.includes("?") : false;
    }),
  );
}

/** Said instead of words that the guard refused: at first, and when the second attempt is refused as well. */
export const instead = {
  not_done: ["Un momento, déjeme ver.", "Todavía no lo he podido hacer. ¿Qué le conviene?"],
  unknown_figure: [
    "Un momento, déjeme ver.",
    "Eso no lo sé con certeza. ¿Le puede llamar alguien de vuelta?",
  ],
} as const;
