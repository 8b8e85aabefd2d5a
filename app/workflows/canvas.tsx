/** The steps of a workflow as a graph: moved, opened and parted by pointer or keyboard, and joined by pointer; by keyboard they are joined in the form below. Loaded on the page of a workflow alone. */
import {
  type AriaLabelConfig,
  Background,
  type Connection,
  Controls,
  type Edge,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  useNodesInitialized,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import { cx } from "#app/ui/cx.ts";
import type { Graph } from "./graph.schema.ts";
import { stepTitle } from "./graph-form.ts";
import { placesOf } from "./layout.ts";
import { triggers } from "./triggers.schema.ts";

export interface CanvasProps {
  readonly graph: Graph;
  /** Absent: it can only be looked at. */
  readonly onChange?: ((graph: Graph) => void) | undefined;
}

type Card = Node<{ label: string; note: string; isBranch: boolean; isFirst: boolean; isLast: boolean }>;

const triggerId = "trigger";

const spoken: Partial<AriaLabelConfig> = {
  "node.a11yDescription.keyboardDisabled":
    "Press Enter to go to its fields, where you also choose what follows it. To move a step, press Space, then the arrow keys.",
  "node.a11yDescription.ariaLiveMessage": ({ direction, x, y }) => `Moved ${direction}, from ${x}, ${y}.`,
  "edge.a11yDescription.default": "To part the two steps, press Enter, then Delete.",
};
const spokenWhenFixed: Partial<AriaLabelConfig> = {
  "node.a11yDescription.keyboardDisabled": "Press Enter to go to its fields.",
};

const partingKeys = ["Backspace", "Delete"];

function StepCard({ data: { label, note, isBranch, isFirst, isLast }, selected }: NodeProps<Card>) {
  return (
    <div
      className={cx(
        "w-62 rounded-lg border bg-surface px-3 py-2 text-control shadow-panel",
        selected ? "border-brand-text" : "border-line-strong",
      )}
    >
      {!isFirst && <Handle type="target" position={Position.Top} />}
      <b className="block truncate font-strong">{label}</b>
      {note !== "" && <span className="block truncate text-ink-2 text-meta">{note}</span>}
      {!isLast && (
        <Handle type="source" id="next" position={Position.Bottom} style={isBranch ? { left: "30%" } : {}} />
      )}
      {isBranch && <Handle type="source" id="otherwise" position={Position.Bottom} style={{ left: "70%" }} />}
    </div>
  );
}

const nodeTypes = { step: StepCard };

function nodesOf(graph: Graph): Card[] {
  const places = placesOf(graph);
  const trigger: Card = {
    id: triggerId,
    type: "step",
    position: { x: 0, y: 0 },
    draggable: false,
    deletable: false,
    ariaLabel: `Trigger: ${triggers[graph.trigger.kind].label}`,
    domAttributes: { "aria-roledescription": "trigger" },
    data: {
      label: triggers[graph.trigger.kind].label,
      note: "When",
      isBranch: false,
      isFirst: true,
      isLast: false,
    },
  };
  const steps = graph.steps.map((step): Card => {
    const { id, kind, settings } = step;
    const note = settings.text ?? settings.tag ?? settings.sentence ?? settings.url ?? "";
    const label = stepTitle(graph, id);
    return {
      id,
      type: "step",
      position: places.get(id) ?? { x: 0, y: 0 },
      deletable: false,
      ariaLabel: label,
      domAttributes: { "aria-roledescription": "step" },
      data: { label, note, isBranch: kind === "branch", isFirst: false, isLast: kind === "stop" },
    };
  });
  return [trigger, ...steps];
}

/** Words without a box, in the color of the text around them. */
const labelLook = { labelShowBg: false, labelStyle: { fill: "currentColor" } };

function edgesOf(graph: Graph): Edge[] {
  const { trigger, start, steps } = graph;
  const titleOf = (id: string) => (id === triggerId ? triggers[trigger.kind].label : stepTitle(graph, id));
  const edge = (
    source: string,
    handle: "next" | "otherwise",
    target: string | null,
    label?: string,
  ): Edge[] =>
    target === null
      ? []
      : [
          {
            id: `${source}-${handle}`,
            source,
            sourceHandle: handle,
            target,
            ariaLabel: `From ${titleOf(source)} to ${titleOf(target)}${label ? `, ${label}` : ""}`,
            domAttributes: { "aria-roledescription": "way" },
            ...(label && { ...labelLook, label }),
          },
        ];
  return [
    ...edge(triggerId, "next", start),
    ...steps.flatMap((step) => [
      ...(step.kind === "stop"
        ? []
        : edge(step.id, "next", step.next, step.kind === "branch" ? "if so" : undefined)),
      ...(step.kind === "branch" ? edge(step.id, "otherwise", step.otherwise, "otherwise") : []),
    ]),
  ];
}

/** With another way from a step; `target` null: the run ends there. */
function joined(graph: Graph, source: string, handle: string | null, target: string | null): Graph {
  if (source === triggerId) return { ...graph, start: target };
  const side = handle === "otherwise" ? "otherwise" : "next";
  return {
    ...graph,
    steps: graph.steps.map((step) => (step.id === source ? { ...step, [side]: target } : step)),
  };
}

/** Where the fields of the trigger or of a step stand. */
function fieldsOf(id: string): HTMLElement | null {
  const place = document.getElementById(id === triggerId ? "workflow-trigger" : `step-${id}`);
  place?.scrollIntoView({ block: "start", behavior: "smooth" });
  return place;
}

/** A click's work on the step that has the focus, and the focus moves along: the fields may be far down the page. */
function openByKey(event: KeyboardEvent) {
  const id = event.target instanceof HTMLElement && event.target.dataset.id;
  if (event.key !== "Enter" || !id) return;
  // Else the key would also press what has the focus next.
  event.preventDefault();
  const place = fieldsOf(id);
  const first = place?.querySelector<HTMLElement>("select, textarea, input:not([type=hidden])");
  (first ?? place)?.focus({ preventScroll: true });
}

/** Gives the focus to a step once the graph is drawn anew: what had it is gone. */
function FocusBack({ to }: { readonly to: RefObject<string | null> }) {
  const isDrawn = useNodesInitialized();
  useEffect(() => {
    if (!isDrawn || to.current === null) return;
    document.querySelector<HTMLElement>(`.react-flow__node[data-id="${to.current}"]`)?.focus();
    to.current = null;
  }, [isDrawn, to]);
  return null;
}

export default function Canvas({ graph, onChange }: CanvasProps) {
  const nodes = useMemo(() => nodesOf(graph), [graph]);
  const edges = useMemo(() => edgesOf(graph), [graph]);
  const isFixed = onChange === undefined;
  const focusNext = useRef<string | null>(null);
  /** By pointer and by keyboard alike; a pointer's way is kept where it ends. */
  const keepPlaces = (changes: NodeChange<Card>[]) => {
    const places = new Map(
      changes.flatMap((change) =>
        change.type === "position" && change.position && change.dragging === false
          ? [[change.id, { x: Math.round(change.position.x), y: Math.round(change.position.y) }]]
          : [],
      ),
    );
    if (places.size > 0)
      onChange?.({
        ...graph,
        steps: graph.steps.map((step) => ({ ...step, at: places.get(step.id) ?? step.at })),
      });
  };
  return (
    // Read and walked through in the order of the steps: the ways between them come last, though they are drawn below.
    <div className="h-110 w-full [--xy-edge-stroke-selected:var(--color-brand-text)] [&_.react-flow\_\_nodes]:[reading-order:-1] [&_.react-flow\_\_viewport]:[reading-flow:source-order]">
      <ReactFlow
        // Moves are kept by the flow itself until they end.
        key={JSON.stringify([
          graph.start,
          graph.steps.map(({ id, next, otherwise }) => [id, next, otherwise]),
        ])}
        defaultNodes={nodes}
        defaultEdges={edges}
        nodeTypes={nodeTypes}
        fitView
        minZoom={0.3}
        maxZoom={1.5}
        nodesDraggable={!isFixed}
        nodesConnectable={!isFixed}
        edgesFocusable={!isFixed}
        preventScrolling={false}
        zoomOnScroll={false}
        deleteKeyCode={isFixed ? null : partingKeys}
        ariaLabelConfig={isFixed ? spokenWhenFixed : spoken}
        onNodesChange={keepPlaces}
        onKeyDown={openByKey}
        onConnect={({ source, sourceHandle, target }: Connection) =>
          onChange?.(joined(graph, source, sourceHandle, target))
        }
        onEdgesDelete={(gone) => {
          focusNext.current = gone[0]?.source ?? null;
          onChange?.(
            gone.reduce(
              (rest, { source, sourceHandle = null }) => joined(rest, source, sourceHandle, null),
              graph,
            ),
          );
        }}
        onNodeClick={(_, { id }) => fieldsOf(id)}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <Controls showInteractive={false} />
        <FocusBack to={focusNext} />
      </ReactFlow>
    </div>
  );
}
