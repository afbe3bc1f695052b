import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.Pretty;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.Name;
import javax.tools.*;

/**
 * Prints javac's own tree of each file whose path stands on a line of standard input, in the notation of
 * src/syntax/dump.rs: a line with the tree (or "ERROR message"), and a line with the places of its expressions and
 * statements, "start-end", sorted.
 */
public class Trees {
    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false,
                StandardCharsets.UTF_8);
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var files = javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        for (String path = in.readLine(); path != null; path = in.readLine()) {
            var problems = new DiagnosticCollector<JavaFileObject>();
            // Folding would make one literal of "a" + "b".
            var task = (JavacTask) javac.getTask(null, files, problems,
                    List.of("-XDallowStringFolding=false", "-proc:none"), null, files.getJavaFileObjects(path));
            var unit = task.parse().iterator().next();
            var error = problems.getDiagnostics().stream()
                    .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR).findFirst();
            if (error.isPresent()) {
                out.println("ERROR " + error.get().toString().replaceAll("\\s+", " "));
                out.println();
                continue;
            }
            var dump = new Dump(unit, com.sun.source.util.Trees.instance(task).getSourcePositions());
            out.println(dump.unit());
            out.println(dump.places.stream().sorted().collect(Collectors.joining(" ")));
        }
        out.flush();
    }
}

class Dump {
    final CompilationUnitTree unit;
    final SourcePositions positions;
    final String source;
    final List<String> places = new ArrayList<>();

    Dump(CompilationUnitTree unit, SourcePositions positions) throws IOException {
        this.unit = unit;
        this.positions = positions;
        this.source = unit.getSourceFile().getCharContent(true).toString();
    }

    String unit() {
        List<String> parts = new ArrayList<>();
        if (unit.getPackageName() != null) {
            parts.add("(package " + annotations(unit.getPackageAnnotations()) + type(unit.getPackageName()) + ")");
        }
        for (var each : unit.getImports()) {
            String kind = each.isStatic() ? "(import-static " : each.isModule() ? "(import-module " : "(import ";
            parts.add(kind + type(each.getQualifiedIdentifier()) + ")");
        }
        if (unit.getModule() != null) parts.add(module(unit.getModule()));
        for (var each : unit.getTypeDecls()) {
            if (!(each instanceof JCTree.JCClassDecl type)) continue;
            if ((type.mods.flags & Flags.IMPLICIT_CLASS) == 0) {
                parts.add(type(type, null));
                continue;
            }
            parts.add("(compact-file" + ((ClassTree) type).getMembers().stream().map(member -> " " + member(member, ""))
                    .collect(Collectors.joining()) + ")");
        }
        return String.join(" ", parts);
    }

    String module(ModuleTree module) {
        var text = new StringBuilder("(module " + annotations(module.getAnnotations())
                + (module.getModuleType() == ModuleTree.ModuleKind.OPEN ? "open " : "") + type(module.getName()));
        for (var each : module.getDirectives()) {
            text.append(switch (each) {
                case RequiresTree own -> " (requires" + (own.isTransitive() ? " transitive" : "")
                        + (own.isStatic() ? " static" : "") + " " + type(own.getModuleName()) + ")";
                case ExportsTree own -> " (exports " + type(own.getPackageName()) + names(own.getModuleNames()) + ")";
                case OpensTree own -> " (opens " + type(own.getPackageName()) + names(own.getModuleNames()) + ")";
                case UsesTree own -> " (uses " + type(own.getServiceName()) + ")";
                case ProvidesTree own -> " (provides " + type(own.getServiceName()) + names(own.getImplementationNames()) + ")";
                default -> throw new AssertionError(each);
            });
        }
        return text + ")";
    }

    String names(List<? extends ExpressionTree> names) {
        return names == null ? "" : names.stream().map(each -> " " + type(each)).collect(Collectors.joining());
    }

    String annotations(List<? extends AnnotationTree> annotations) {
        return annotations.stream().map(each -> annotation(each) + " ").collect(Collectors.joining());
    }

    String annotation(AnnotationTree annotation) {
        if (annotation.getArguments().isEmpty()) return "@" + type(annotation.getAnnotationType());
        return "@" + type(annotation.getAnnotationType()) + annotation.getArguments().stream()
                .map(each -> each instanceof AssignmentTree pair ? pair.getVariable() + "=" + value(pair.getExpression())
                        : "value=" + value(each))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    String value(ExpressionTree value) {
        if (value instanceof AnnotationTree annotation) return annotation(annotation);
        if (value instanceof NewArrayTree array && array.getType() == null) {
            return array.getInitializers().stream().map(this::value).collect(Collectors.joining(" ", "{", "}"));
        }
        return expression(value);
    }

    void place(Tree tree) {
        long start = positions.getStartPosition(unit, tree);
        // An initialiser begins at "static" for javac, its block at the brace for us.
        if (tree instanceof BlockTree) start = source.indexOf('{', (int) start);
        long end = positions.getEndPosition(unit, tree);
        // javac counts the ';' behind a resource in.
        if (tree instanceof ExpressionTree && end > 0 && source.charAt((int) end - 1) == ';') {
            end = start + source.substring((int) start, (int) end - 1).stripTrailing().length();
        }
        places.add(String.format("%09d-%09d", start, end));
    }

    String text(Tree tree) {
        return source.substring((int) positions.getStartPosition(unit, tree),
                (int) positions.getEndPosition(unit, tree));
    }

    // ------------------------------------------------------------------------------------------ declarations

    String type(ClassTree type, String name) {
        if (name == null) name = type.getSimpleName().toString();
        String kind = switch (type.getKind()) {
            case INTERFACE -> "interface";
            case ENUM -> "enum";
            case RECORD -> "record";
            case ANNOTATION_TYPE -> "@interface";
            default -> "class";
        };
        var text = new StringBuilder("(" + kind + " " + modifiers(type.getModifiers()) + name);
        text.append(typeParameters(type.getTypeParameters()));
        if (type.getExtendsClause() != null) text.append(" (extends " + type(type.getExtendsClause()) + ")");
        text.append(clause("implements", type.getImplementsClause()));
        text.append(clause("permits", type.getPermitsClause()));
        if (type.getKind() == Tree.Kind.RECORD) {
            text.append(" [" + type.getMembers().stream().filter(this::isComponent)
                    .map(member -> parameter((VariableTree) member)).collect(Collectors.joining(", ")) + "]");
        }
        for (var member : type.getMembers()) if (isConstant(member)) text.append(constant((VariableTree) member));
        for (var member : type.getMembers()) {
            if (!isConstant(member) && !(type.getKind() == Tree.Kind.RECORD && isComponent(member))) {
                text.append(" " + member(member, name));
            }
        }
        return text + ")";
    }

    boolean isConstant(Tree member) {
        return member instanceof JCTree.JCVariableDecl field && (field.mods.flags & Flags.ENUM) != 0;
    }

    boolean isComponent(Tree member) {
        return member instanceof JCTree.JCVariableDecl field && (field.mods.flags & Flags.GENERATED_MEMBER) != 0;
    }

    String constant(VariableTree constant) {
        var init = (NewClassTree) constant.getInitializer();
        String arguments = init.getArguments().isEmpty() ? "" : " " + list("arguments", init.getArguments());
        String body = init.getClassBody() == null ? "" : " (class " + constant.getName() + init.getClassBody()
                .getMembers().stream().map(member -> " " + member(member, "")).collect(Collectors.joining()) + ")";
        return " (constant " + annotations(constant.getModifiers().getAnnotations()) + constant.getName() + arguments + body + ")";
    }

    String member(Tree member, String className) {
        if (member instanceof ClassTree type) return type(type, null);
        if (member instanceof BlockTree block) {
            return (block.isStatic() ? "(static-init " : "(init ") + statement(block) + ")";
        }
        if (member instanceof VariableTree field) {
            String init = field.getInitializer() == null ? "" : " " + expression(field.getInitializer());
            return "(field " + modifiers(field.getModifiers()) + type(field.getType()) + " " + field.getName() + init + ")";
        }
        var method = (JCTree.JCMethodDecl) member;
        boolean isCompact = (method.mods.flags & Flags.COMPACT_RECORD_CONSTRUCTOR) != 0;
        String result = method.getReturnType() == null ? className : type(method.getReturnType()) + " " + method.getName();
        return (isCompact ? "(compact " : "(method ") + modifiers(((MethodTree) method).getModifiers()) + result
                + typeParameters(method.getTypeParameters())
                + (((MethodTree) method).getReceiverParameter() == null ? ""
                        : " (this " + receiver(((MethodTree) method).getReceiverParameter()) + ")")
                + " [" + (isCompact ? "" : ((MethodTree) method).getParameters().stream().map(this::parameter).collect(Collectors.joining(", "))) + "]"
                + clause("throws", method.getThrows())
                + (method.getDefaultValue() == null ? "" : " (default " + value((ExpressionTree) method.getDefaultValue()) + ")")
                + (method.getBody() == null ? "" : " " + statement(method.getBody())) + ")";
    }

    String receiver(VariableTree receiver) {
        return annotations(receiver.getModifiers().getAnnotations()) + type(receiver.getType());
    }

    String parameter(VariableTree parameter) {
        boolean isVarargs = (((JCTree.JCVariableDecl) parameter).mods.flags & Flags.VARARGS) != 0;
        boolean isFinal = (((JCTree.JCVariableDecl) parameter).mods.flags & (Flags.FINAL | Flags.GENERATED_MEMBER))
                == Flags.FINAL;
        return (isFinal ? "final " : "") + annotations(parameter.getModifiers().getAnnotations())
                + type(parameter.getType()) + (isVarargs ? "... " : " ") + name(parameter);
    }

    String modifiers(ModifiersTree tree) {
        long flags = ((JCTree.JCModifiers) tree).flags;
        long[] bits = {Flags.PUBLIC, Flags.PROTECTED, Flags.PRIVATE, Flags.STATIC, Flags.FINAL, Flags.ABSTRACT,
            Flags.NATIVE, Flags.SYNCHRONIZED, Flags.TRANSIENT, Flags.VOLATILE, Flags.STRICTFP, Flags.DEFAULT,
            Flags.SEALED, Flags.NON_SEALED};
        String[] names = {"public", "protected", "private", "static", "final", "abstract", "native", "synchronized",
            "transient", "volatile", "strictfp", "default", "sealed", "non-sealed"};
        var text = new StringBuilder();
        for (int i = 0; i < bits.length; i++) if ((flags & bits[i]) != 0) text.append(names[i]).append(' ');
        return text + annotations(tree.getAnnotations());
    }

    /** What stands in front of a variable in code. */
    String variableModifiers(VariableTree variable) {
        boolean isFinal = (((JCTree.JCVariableDecl) variable).mods.flags & Flags.FINAL) != 0;
        return (isFinal ? "final " : "") + annotations(variable.getModifiers().getAnnotations());
    }

    static String name(VariableTree variable) {
        return variable.getName().isEmpty() ? "_" : variable.getName().toString();
    }

    String clause(String name, List<? extends Tree> types) {
        return types.isEmpty() ? "" : " (" + name + " " + types(types, " ") + ")";
    }

    String typeParameters(List<? extends TypeParameterTree> parameters) {
        if (parameters.isEmpty()) return "";
        return parameters.stream()
                .map(each -> annotations(each.getAnnotations()) + each.getName() + (each.getBounds().isEmpty() ? "" : ":" + types(each.getBounds(), "&")))
                .collect(Collectors.joining(",", "<", ">"));
    }

    String types(List<? extends Tree> types, String separator) {
        return types.stream().map(this::type).collect(Collectors.joining(separator));
    }

    String type(Tree tree) {
        if (tree == null) return "var";
        if (tree instanceof ArrayTypeTree || tree instanceof AnnotatedTypeTree annotated
                && annotated.getUnderlyingType() instanceof ArrayTypeTree) {
            // The outermost array is written first.
            var dimensions = new StringBuilder();
            while (true) {
                var annotated = tree instanceof AnnotatedTypeTree own ? own : null;
                if (!((annotated == null ? tree : annotated.getUnderlyingType()) instanceof ArrayTypeTree array)) break;
                dimensions.append(annotated == null ? "" : annotations(annotated.getAnnotations())).append("[]");
                tree = array.getType();
            }
            return type(tree) + dimensions;
        }
        if (tree instanceof AnnotatedTypeTree annotated) {
            String own = annotations(annotated.getAnnotations());
            return annotated.getUnderlyingType() instanceof MemberSelectTree select
                    ? type(select.getExpression()) + "." + own + select.getIdentifier()
                    : own + type(annotated.getUnderlyingType());
        }
        if (tree instanceof PrimitiveTypeTree primitive) {
            return primitive.getPrimitiveTypeKind().toString().toLowerCase(Locale.ROOT);
        }
        if (tree instanceof ParameterizedTypeTree generic) {
            return type(generic.getType()) + "<" + types(generic.getTypeArguments(), ",") + ">";
        }
        if (tree instanceof WildcardTree wildcard) {
            return switch (wildcard.getKind()) {
                case EXTENDS_WILDCARD -> "? extends " + type(wildcard.getBound());
                case SUPER_WILDCARD -> "? super " + type(wildcard.getBound());
                default -> "?";
            };
        }
        if (tree instanceof MemberSelectTree select) return type(select.getExpression()) + "." + select.getIdentifier();
        return tree.toString();
    }

    // -------------------------------------------------------------------------------------------- statements

    String statements(String head, List<? extends Tree> statements) {
        return "(" + head + statements.stream().map(each -> " " + statement(each)).collect(Collectors.joining()) + ")";
    }

    String statement(Tree tree) {
        if (!(tree instanceof VariableTree)) place(tree);
        if (tree instanceof BlockTree block) return statements("block", block.getStatements());
        if (tree instanceof EmptyStatementTree) return "(empty)";
        if (tree instanceof VariableTree local) {
            String init = local.getInitializer() == null ? "" : "=" + expression(local.getInitializer());
            return "(local " + variableModifiers(local) + type(local.getType()) + " " + name(local) + init + ")";
        }
        if (tree instanceof ClassTree type) return type(type, null);
        if (tree instanceof ExpressionStatementTree statement) return expressionStatement(statement);
        if (tree instanceof IfTree branch) {
            String otherwise = branch.getElseStatement() == null ? "" : " " + statement(branch.getElseStatement());
            // In source order, for the places.
            return "(if " + expression(branch.getCondition()) + " " + statement(branch.getThenStatement()) + otherwise + ")";
        }
        if (tree instanceof WhileLoopTree loop) {
            return "(while " + expression(loop.getCondition()) + " " + statement(loop.getStatement()) + ")";
        }
        if (tree instanceof DoWhileLoopTree loop) {
            return "(do " + statement(loop.getStatement()) + " " + expression(loop.getCondition()) + ")";
        }
        if (tree instanceof ForLoopTree loop) {
            return "(for " + statements("", loop.getInitializer()) + " "
                    + (loop.getCondition() == null ? "()" : expression(loop.getCondition())) + " "
                    + statements("", loop.getUpdate()) + " " + statement(loop.getStatement()) + ")";
        }
        if (tree instanceof EnhancedForLoopTree loop) {
            var variable = (JCTree.JCVariableDecl) loop.getVariable();
            return "(for-each " + variableModifiers(variable) + type(variable.getType()) + " " + name(variable) + " " + expression(loop.getExpression()) + " "
                    + statement(loop.getStatement()) + ")";
        }
        if (tree instanceof LabeledStatementTree labeled) {
            return "(" + labeled.getLabel() + ": " + statement(labeled.getStatement()) + ")";
        }
        if (tree instanceof SwitchTree choice) return choice("switch", choice.getExpression(), choice.getCases());
        if (tree instanceof BreakTree jump) return jump("break", jump.getLabel());
        if (tree instanceof ContinueTree jump) return jump("continue", jump.getLabel());
        if (tree instanceof YieldTree yield) return "(yield " + expression(yield.getValue()) + ")";
        if (tree instanceof ReturnTree end) {
            return end.getExpression() == null ? "(return)" : "(return " + expression(end.getExpression()) + ")";
        }
        if (tree instanceof ThrowTree thrown) return "(throw " + expression(thrown.getExpression()) + ")";
        if (tree instanceof AssertTree claim) {
            String detail = claim.getDetail() == null ? "" : " " + expression(claim.getDetail());
            return "(assert " + expression(claim.getCondition()) + detail + ")";
        }
        if (tree instanceof SynchronizedTree guarded) {
            return "(synchronized " + expression(guarded.getExpression()) + " " + statement(guarded.getBlock()) + ")";
        }
        if (tree instanceof TryTree attempt) return attempt(attempt);
        throw new AssertionError(tree.getKind());
    }

    String attempt(TryTree attempt) {
        var text = new StringBuilder("(try");
        for (var each : attempt.getResources()) {
            text.append(" (resource " + (each instanceof VariableTree own
                    ? variableModifiers(own) + type(own.getType()) + " " + name(own) + "=" + expression(own.getInitializer())
                    : expression((ExpressionTree) each)) + ")");
        }
        text.append(" " + statement(attempt.getBlock()));
        for (var each : attempt.getCatches()) {
            Tree type = each.getParameter().getType();
            String types = type instanceof UnionTypeTree union ? types(union.getTypeAlternatives(), "|") : type(type);
            String own = annotations(each.getParameter().getModifiers().getAnnotations());
            text.append(" (catch " + own + types + " " + name(each.getParameter()) + " " + statement(each.getBlock()) + ")");
        }
        if (attempt.getFinallyBlock() != null) text.append(" (finally " + statement(attempt.getFinallyBlock()) + ")");
        return text + ")";
    }

    String expressionStatement(ExpressionStatementTree statement) {
        if (statement.getExpression() instanceof MethodInvocationTree call
                && call.getMethodSelect() instanceof IdentifierTree name
                && (name.getName().contentEquals("this") || name.getName().contentEquals("super"))) {
            if (!call.getTypeArguments().isEmpty()) place(call);
            return list(typeArguments(call.getTypeArguments()) + name.getName() + "-call", call.getArguments());
        }
        return expression(statement.getExpression());
    }

    String jump(String head, Name label) {
        return label == null ? "(" + head + ")" : "(" + head + " " + label + ")";
    }

    String choice(String head, ExpressionTree selector, List<? extends CaseTree> cases) {
        var text = new StringBuilder("(" + head + " " + expression(selector));
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            var each = cases.get(i);
            for (var label : each.getLabels()) {
                labels.add(switch (label) {
                    case ConstantCaseLabelTree own -> expression(own.getConstantExpression());
                    case PatternCaseLabelTree own -> pattern(own.getPattern());
                    default -> "default";
                });
            }
            if (each.getGuard() != null) labels.add("when " + expression(each.getGuard()));
            boolean isArrow = each.getCaseKind() == CaseTree.CaseKind.RULE;
            if (!isArrow && each.getStatements().isEmpty() && i + 1 < cases.size()) continue;
            String head2 = "[" + String.join(" ", labels) + "]";
            labels.clear();
            if (!isArrow) {
                text.append(" " + statements(head2 + " :", each.getStatements()));
            } else if (each.getBody() instanceof ExpressionTree value) {
                text.append(" (" + head2 + " => " + expression(value) + ")");
            } else {
                text.append(" (" + head2 + " -> " + statement(each.getBody()) + ")");
            }
        }
        return text + ")";
    }

    // ------------------------------------------------------------------------------------------- expressions

    String list(String head, List<? extends ExpressionTree> items) {
        return "(" + head + items.stream().map(each -> " " + expression(each)).collect(Collectors.joining()) + ")";
    }

    String expression(ExpressionTree tree) {
        if (tree instanceof ParenthesizedTree group) return expression(group.getExpression());
        // A bare array initialiser is no expression of its own in both trees.
        if (!(tree instanceof NewArrayTree array && array.getType() == null)) place(tree);
        if (tree instanceof LiteralTree literal) return literal(literal);
        if (tree instanceof IdentifierTree name) return name.getName().toString();
        if (tree instanceof MemberSelectTree select) {
            if (select.getIdentifier().contentEquals("class")) return type(select);
            if (select.getIdentifier().contentEquals("this")) return type(select);
            if (select.getIdentifier().contentEquals("super")) return type(select);
            return "(. " + expression(select.getExpression()) + " " + select.getIdentifier() + ")";
        }
        if (tree instanceof MethodInvocationTree call) return call(call);
        if (tree instanceof NewClassTree made) return created(made);
        if (tree instanceof NewArrayTree array) return array(array);
        if (tree instanceof ArrayAccessTree access) {
            return "([] " + expression(access.getExpression()) + " " + expression(access.getIndex()) + ")";
        }
        if (tree instanceof UnaryTree unary) {
            String symbol = switch (unary.getKind()) {
                case UNARY_PLUS -> "+";
                case UNARY_MINUS -> "-";
                case BITWISE_COMPLEMENT -> "~";
                case LOGICAL_COMPLEMENT -> "!";
                case PREFIX_INCREMENT -> "++_";
                case PREFIX_DECREMENT -> "--_";
                case POSTFIX_INCREMENT -> "_++";
                default -> "_--";
            };
            return "(" + symbol + " " + expression(unary.getExpression()) + ")";
        }
        if (tree instanceof JCTree.JCBinary binary) {
            return "(" + symbol(binary.getTag()) + " " + expression(binary.getLeftOperand()) + " "
                    + expression(binary.getRightOperand()) + ")";
        }
        if (tree instanceof AssignmentTree assignment) {
            return "(= " + expression(assignment.getVariable()) + " " + expression(assignment.getExpression()) + ")";
        }
        if (tree instanceof JCTree.JCAssignOp assignment) {
            return "(" + symbol(assignment.getTag().noAssignOp()) + "= " + expression(assignment.getVariable()) + " "
                    + expression(assignment.getExpression()) + ")";
        }
        if (tree instanceof ConditionalExpressionTree choice) {
            return list("?:", List.of(choice.getCondition(), choice.getTrueExpression(), choice.getFalseExpression()));
        }
        if (tree instanceof TypeCastTree cast) return cast(cast);
        if (tree instanceof InstanceOfTree test) {
            if (test.getPattern() == null) {
                return "(instanceof " + expression(test.getExpression()) + " " + type(test.getType()) + ")";
            }
            if (test.getPattern() instanceof BindingPatternTree own && !own.getVariable().getName().isEmpty()) {
                return "(instanceof " + expression(test.getExpression()) + " " + type(own.getVariable().getType()) + " "
                        + variableModifiers(own.getVariable()) + own.getVariable().getName() + ")";
            }
            return "(instanceof " + expression(test.getExpression()) + " " + pattern(test.getPattern()) + ")";
        }
        if (tree instanceof SwitchExpressionTree choice) {
            return choice("switch-expr", choice.getExpression(), choice.getCases());
        }
        if (tree instanceof LambdaExpressionTree lambda) return lambda(lambda);
        if (tree instanceof MemberReferenceTree reference) return reference(reference);
        throw new AssertionError(tree.getKind());
    }

    static String symbol(JCTree.Tag tag) {
        return new Pretty(new StringWriter(), false).operatorName(tag);
    }

    String pattern(PatternTree pattern) {
        return switch (pattern) {
            case BindingPatternTree own -> variableModifiers(own.getVariable()) + type(own.getVariable().getType()) + " "
                    + name(own.getVariable());
            case DeconstructionPatternTree own -> type(own.getDeconstructor()) + own.getNestedPatterns().stream()
                    .map(this::pattern).collect(Collectors.joining(", ", "(", ")"));
            default -> "_";
        };
    }

    String lambda(LambdaExpressionTree lambda) {
        boolean hasTypes = lambda.getParameters().stream()
                .anyMatch(each -> !text(each).strip().equals(name(each)));
        String parameters = lambda.getParameters().stream().map(hasTypes ? this::parameter : Dump::name)
                .collect(Collectors.joining(", "));
        return "(lambda [" + parameters + "] " + (lambda.getBody() instanceof ExpressionTree value ? expression(value)
                : statement(lambda.getBody())) + ")";
    }

    String reference(MemberReferenceTree reference) {
        Tree target = reference.getQualifierExpression();
        boolean isType = target instanceof ArrayTypeTree || target instanceof ParameterizedTypeTree
                || target instanceof AnnotatedTypeTree || target instanceof PrimitiveTypeTree
                || target instanceof MemberSelectTree select && isType(select.getExpression());
        String name = reference.getMode() == MemberReferenceTree.ReferenceMode.NEW ? "new" : reference.getName().toString();
        return "(:: " + (isType ? type(target) : expression((ExpressionTree) target)) + " "
                + typeArguments(reference.getTypeArguments()) + name + ")";
    }

    static boolean isType(Tree tree) {
        return tree instanceof ParameterizedTypeTree || tree instanceof AnnotatedTypeTree
                || tree instanceof MemberSelectTree select && isType(select.getExpression());
    }

    String typeArguments(List<? extends Tree> arguments) {
        return arguments == null || arguments.isEmpty() ? "" : "<" + types(arguments, ",") + ">";
    }

    String call(MethodInvocationTree call) {
        if (call.getMethodSelect() instanceof IdentifierTree name) return list(name.getName().toString(), call.getArguments());
        var select = (MemberSelectTree) call.getMethodSelect();
        String arguments = typeArguments(call.getTypeArguments());
        if (select.getIdentifier().contentEquals("super")) {
            return list(expression(select.getExpression()) + " . " + arguments + "super-call", call.getArguments());
        }
        return list("." + select.getIdentifier() + arguments + " " + expression(select.getExpression()), call.getArguments());
    }

    String created(NewClassTree made) {
        String outer = made.getEnclosingExpression() == null ? "" : expression(made.getEnclosingExpression()) + " . ";
        String text = list(outer + "new " + typeArguments(made.getTypeArguments()) + type(made.getIdentifier()),
                made.getArguments());
        if (made.getClassBody() == null) return text;
        return "(anonymous " + text + " (class " + made.getClassBody().getMembers().stream()
                .map(member -> " " + member(member, "")).collect(Collectors.joining()) + "))";
    }

    String array(NewArrayTree array) {
        if (array.getInitializers() != null) {
            String elements = array.getInitializers().stream().map(this::expression)
                    .collect(Collectors.joining(" ", "{", "}"));
            return array.getType() == null ? elements : "(new " + type(array.getType()) + "[] " + elements + ")";
        }
        var brackets = new StringBuilder();
        for (int i = 0; i < array.getDimensions().size(); i++) {
            brackets.append(annotations(array.getDimAnnotations().get(i))).append("[]");
        }
        // The dimensions without a length stand behind those with one.
        String rest = type(array.getType());
        int from = rest.length() - trailing(rest).length();
        return list("new-array " + rest.substring(0, from) + brackets + rest.substring(from), array.getDimensions());
    }

    /** The brackets at the end of a type, with their annotations. */
    static String trailing(String type) {
        var found = java.util.regex.Pattern.compile("((@\\S+ )*\\[\\])+$").matcher(type);
        return found.find() ? found.group() : "";
    }

    String cast(TypeCastTree cast) {
        if (cast.getType() instanceof IntersectionTypeTree all) {
            return "(cast " + types(all.getBounds(), "&") + " " + expression(cast.getExpression()) + ")";
        }
        return "(cast " + type(cast.getType()) + " " + expression(cast.getExpression()) + ")";
    }

    String literal(LiteralTree literal) {
        String text = text(literal);
        // javac makes one literal of a minus and a number behind it.
        if (text.startsWith("-")) {
            String digits = text.substring(1).strip();
            long end = positions.getEndPosition(unit, literal);
            places.add(String.format("%09d-%09d", end - digits.length(), end));
            return "(- " + number(literal.getKind(), digits) + ")";
        }
        return switch (literal.getKind()) {
            case STRING_LITERAL -> "\"" + escaped((String) literal.getValue()) + "\"";
            case CHAR_LITERAL -> String.format("'%04x'", (int) (char) literal.getValue());
            case BOOLEAN_LITERAL, NULL_LITERAL -> text;
            default -> number(literal.getKind(), text);
        };
    }

    String number(Tree.Kind kind, String text) {
        return switch (kind) {
            case LONG_LITERAL -> text.replaceAll("[lL]$", "L");
            case FLOAT_LITERAL -> text.replaceAll("[fF]$", "") + "f";
            case DOUBLE_LITERAL -> text.replaceAll("[dD]$", "") + "d";
            default -> text;
        };
    }

    static String escaped(String text) {
        var escaped = new StringBuilder();
        for (char unit : text.toCharArray()) {
            if (unit < ' ' || unit > '~' || unit == '"' || unit == '\\') {
                escaped.append(String.format("\\u%04x", (int) unit));
            } else {
                escaped.append(unit);
            }
        }
        return escaped.toString();
    }
}
