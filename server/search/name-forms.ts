import { fold } from '../values/fold.ts';

/**
 * Names of classical authors, works and heroes that differ between languages by more than a typo.
 * Records often contain only one form, so each form also finds the others.
 */
const groups = `
aeneid aeneis énéide eneida eneide
aeschylus aischylos äschylus eschyle eschilo esquilo ajschylos
aesop aesopus äsop ésope esopo ezop aisopos esopus
aquinas aquin aquino
ariosto arioste
aristophanes aristophane aristofane aristófanes
aristotle aristoteles aristote aristotele
augustine augustinus augustin agostino agustín agostinho augustyn ágoston
averroes averroës averroe averroè
avicenna avicenne
boccaccio boccace bocacio
boethius boèce boezio boecio
caesar cäsar césar cesare cezar
calvin calvino kalvin
catullus catull catulle catullo catulo
cicero cicéron cicerón cicerone cyceron
confucius konfuzius confucio confúcio konfucius konfutse confucjusz
copernicus kopernikus copernic copérnico kopernik
decameron decamerone dekameron décaméron
epictetus epiktet épictète epitteto epicteto epiktetos
erasmus érasme erasmo
euclid euklid euclide euclides
euripides euripide eurípides
galilei galileo galilée
herodotus herodot hérodote erodoto heródoto herodotos
hippocrates hippokrates hippocrate ippocrate hipócrates
homer homerus homère homero omero homeros
horace horaz orazio horacio horatius
iliad ilias iliade ilíada iliada
juvenal iuvenalis juvenalis giovenale
koran quran coran corán corano alcorão
laozi laotse laotzu
livy livius livio liwiusz
lucretius lukrez lucrèce lucrezio lucrecio
machiavelli machiavel maquiavelo maquiavel
mencius mengzi menzius
mohammed muhammad mahomet mahoma maometto mohammad
odysseus ulysses ulysse ulisse ulises
odyssey odyssee odyssée odissea odisea odisséia odüsszeia odyssea odysseia
ovid ovidius ovide ovidio owidiusz
petrarch petrarca pétrarque
pindar pindare pindaro píndaro pindarus
plato platon platone platón platão
plautus plaute plauto
pliny plinius pline plinio
plutarch plutarchus plutarque plutarco plutarchos
ptolemy ptolemäus ptolémée tolomeo ptolomeo ptolemaeus
pythagoras pythagore pitagora pitágoras
quixote quijote quichotte chisciotte quichot
sallust sallustius salluste sallustio salustio
sappho sapho saffo safo
seneca sénèque séneca seneka
socrates sokrates socrate sócrates
sophocles sophokles sophocle sofocle sófocles sofokles
suetonius sueton suétone svetonio suetonio
sunzi suntzu sunzu
tacitus tacite tacito tácito
tasso tasse
terence terentius térence terenz terenzio terencio
thucydides thukydides thucydide tucidide tucídides
virgil vergil vergilius virgilius virgile virgilio wergiliusz
xenophon xénophon senofonte jenofonte xenofon
`;

const formsByName = new Map<string, string[]>();
for (const line of groups.trim().split('\n')) {
  const forms = [...new Set(line.split(' ').map(fold))];
  for (const one of forms) {
    formsByName.set(
      one,
      forms.filter((other) => other !== one),
    );
  }
}

/** Returns the forms of a name in other languages. Folded. */
export function formsOfName(word: string): string[] {
  return formsByName.get(word) ?? [];
}
