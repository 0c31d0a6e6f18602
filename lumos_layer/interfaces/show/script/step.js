// All that is known of one step, beside its screen. What comes from a run is text, never markup.

const STATES = {
  none: "", planned: "not carried out", asked: "waits for an answer", blocked: "blocked", done: "done", no_effect: "no effect",
  rejected: "rejected", needs_approval: "needs approval", paused: "paused", aborted: "aborted", unknown: "unknown", failed: "failed",
};

const stateOf = (moment) => (moment.state === "done" && moment.verified === false ? "done, not verified" : STATES[moment.state] ?? moment.state);

function showStep(moment) {
  const parts = [make("h2", { dir: "auto" }, moment.title)];
  parts.push(...outcomeOf(moment), ...planOf(moment), ...repairsOf(moment), ...diagnosisOf(moment), ...decisionOf(moment), ...approvalOf(moment), ...changesOf(moment), ...eventsOf(moment));
  $("step").replaceChildren(...parts.filter(Boolean));
  $("step").dataset.state = moment.state;
  $("step").scrollTop = 0;
}

const section = (title, ...content) => [make("h3", {}, title), ...content];

function outcomeOf(moment) {
  const ended = moment.ended && make("p", { dir: "auto" }, `The run ended: ${moment.ended.status}. ${moment.ended.summary}`);
  if (!moment.action) return ended ? section("End", ended) : [];
  const said = make("p", { dir: "auto" }, make("span", { class: "state-word" }, stateOf(moment)), moment.said ? `: ${moment.said}` : "");
  return section("What came of it", said, ended);
}

function planOf(moment) {
  if (!moment.action) return [];
  const { plan } = moment;
  const terms = new Terms();
  terms.say("Reason", plan.reason);
  terms.say("Expected", plan.expected_effect);
  terms.say("Risk", plan.risk);
  terms.say("Confidence", plan.confidence !== undefined && String(plan.confidence));
  terms.say("Planner", plan.planner);
  return section("Action", make("pre", { tabindex: "0", dir: "auto" }, JSON.stringify(moment.action)), terms.element);
}

function repairsOf({ repairs }) {
  return (repairs || []).flatMap((repair) => {
    const terms = new Terms();
    terms.say("Planned", JSON.stringify(repair.original), { exact: true });
    terms.say("Instead", JSON.stringify(repair.repaired), { exact: true });
    return section(`Repaired: ${repair.type.replaceAll("_", " ")}`, make("p", { dir: "auto" }, repair.why), terms.element);
  });
}

function diagnosisOf({ diagnosis }) {
  if (!diagnosis) return [];
  const terms = new Terms();
  terms.say("Whose doing", diagnosis.role);
  terms.say("Kind", [diagnosis.category, diagnosis.sub_kind].filter(Boolean).join(", ").replaceAll("_", " "));
  terms.say("Goes on", diagnosis.route.replaceAll("_", " "));
  terms.say("Quotes", chips(diagnosis.quotes || []));
  return section("Diagnosis", make("p", { dir: "auto" }, diagnosis.why), terms.element);
}

function decisionOf({ decision }) {
  if (!decision) return [];
  const terms = new Terms();
  terms.say("Rule", decision.rule, { exact: true });
  terms.say("Risk", decision.risk);
  terms.say("Classes", chips(decision.classes));
  const verdict = make("span", { class: "verdict", "data-verdict": decision.verdict }, decision.verdict);
  return section("Decision", make("p", { dir: "auto" }, verdict, decision.why), terms.element);
}

function approvalOf({ asked, answer }) {
  if (!asked && !answer) return [];
  const terms = new Terms();
  if (answer) terms.say("Answer", `${answer.said} by ${answer.by}${answer.refused ? `; not taken: ${answer.refused}` : ""}`);
  const quotes = (asked?.evidence || []).map((words) => make("blockquote", { dir: "auto" }, words));
  return section("A person is asked", asked && make("p", { dir: "auto" }, asked.question), ...quotes, terms.element);
}

function changesOf({ summary, delta: told_ }) {
  if (!summary && !told_) return [];
  return section("What changed", summary && make("p", { dir: "auto" }, summary), told_ && make("pre", { tabindex: "0", dir: "auto" }, told_));
}

function eventsOf({ events }) {
  const lines = events.map(([seq, at, kind, said]) => make("li", { "data-event": kind, title: at },
    make("span", { class: "number" }, number(seq)), make("span", { dir: "auto" }, said)));
  return section("Events", make("ol", {}, ...lines));
}
