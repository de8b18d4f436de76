// A card game of the same shape as ours, for the peers: four seats, 96 cards, hidden hands, three
// kinds of move. It is only a load: far less than the rules that our own service asks each time.
const COLORS = 8;
const LOCOMOTIVE = 8;

function newTable(shuffle) {
  let deck = [];
  for (let color = 0; color < COLORS; color++) deck.push(...Array(10).fill(color));
  deck.push(...Array(12).fill(LOCOMOTIVE));
  deck = shuffle(deck);
  const hands = {};
  const railyards = {};
  for (let seat = 0; seat < 4; seat++) {
    hands[seat] = Array(COLORS + 1).fill(0);
    hands[seat][LOCOMOTIVE] = 1;
    for (let i = 0; i < 7; i++) hands[seat][deck.pop()]++;
    railyards[seat] = Array(COLORS).fill(0);
  }
  return { deck, discard: [], row: deck.splice(-5), hands, railyards, moves: 0 };
}

function refill(table, shuffle) {
  if (table.deck.length > 1) return;
  table.deck = shuffle(table.deck.concat(table.discard));
  table.discard = [];
}

function beginTurn(table, seat) {
  const railyard = table.railyards[seat];
  for (let color = 0; color < COLORS; color++) {
    if (railyard[color] > 0) {
      railyard[color]--;
      table.discard.push(color);
    }
  }
}

const moves = {
  drawBlind(table, seat, shuffle) {
    beginTurn(table, seat);
    for (let i = 0; i < 2; i++) {
      refill(table, shuffle);
      if (table.deck.length) table.hands[seat][table.deck.pop()]++;
    }
    table.moves++;
  },
  takeFaceUp(table, seat, shuffle, slot) {
    beginTurn(table, seat);
    table.moves++;
    if (!table.row.length) return;
    const place = slot % table.row.length;
    table.hands[seat][table.row[place]]++;
    refill(table, shuffle);
    if (table.deck.length) table.row[place] = table.deck.pop();
    else table.row.splice(place, 1);
  },
  playTrains(table, seat) {
    beginTurn(table, seat);
    table.moves++;
    const hand = table.hands[seat];
    for (let color = 0; color < COLORS; color++) {
      if (hand[color] < 2 || table.railyards[seat][color]) continue;
      for (let other = 0; other < 4; other++) {
        const theirs = table.railyards[other][color];
        if (other === seat || !theirs || theirs >= hand[color]) continue;
        table.discard.push(...Array(theirs).fill(color));
        table.railyards[other][color] = 0;
      }
      table.railyards[seat][color] = hand[color];
      hand[color] = 0;
      return;
    }
  },
};

// The moves that every load client sends, in this order.
function moveNumber(n) {
  if (n % 3 === 0) return ["drawBlind"];
  return n % 3 === 1 ? ["takeFaceUp", n % 5] : ["playTrains"];
}

const handSizes = (table) =>
  Object.values(table.hands).map((hand) => hand.reduce((sum, count) => sum + count, 0));

module.exports = { newTable, moves, moveNumber, handSizes };
